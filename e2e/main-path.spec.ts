import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { drag } from './support/drag.ts'
import { codeFor, linkFor } from './support/mailbox.ts'
import { newAddress } from './support/people.ts'
import { expect, server, test } from './support/test.ts'

const priceBook = join(import.meta.dirname, '../../shared/data/cost/cwicr_catalog_de_berlin_eur.csv')
const password = 'four plain short words'
/** Every field of the real price book that says what something costs. */
const hidden = ['price_avg', 'price_min', 'price_max', 'price_median', 'price_variants', 'avg_cost_per_use']
const priceLabels = [
  'Price avg',
  'Price min',
  'Price max',
  'Price median',
  'Price variants',
  'Avg cost per use',
]

test.use({ actionTimeout: 15_000 })

/** Creates an account in the browser, from the form to the code of the mail. */
async function createAccount(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await codeFor(server(), email))
}

const listPath = '/price-list-berlin'

/** From the landing page to a generated screen over the real price book. */
async function fromNothingToAScreen(page: Page): Promise<void> {
  await test.step('a new owner signs up and makes a workspace through quick setup', async () => {
    await page.goto('/')
    await page
      .getByRole('link', { name: /Create|Start|Get started/ })
      .first()
      .click()
    await expect(page).toHaveURL(/create-account/)
    await createAccount(page, 'Mara Falk', newAddress('mara'))
    await page.getByRole('link', { name: 'Create a workspace' }).click()
    await page.getByLabel('Name of the company').fill('Falk Bau')
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await expect(page).toHaveURL('/onboarding')
    await expect(page.getByText('What does your company do?')).toBeVisible()
    await checkAxe(page)
    await page.getByRole('radio').first().check({ force: true })
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('What do you want to manage?')).toBeVisible()
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(page.getByText('Who works with you?')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Who works with you?'), 'nothing is asked twice').toBeVisible()
    await page.goBack()
    await expect(page.getByText('What do you want to manage?')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('radio').first()).toBeChecked()
    await page.goForward()
    await page.goForward()
    await page.getByRole('button', { name: 'Set up the workspace' }).click()
    await expect(page.getByRole('heading', { name: 'Your workspace is ready' })).toBeVisible()
    await expect(page.getByText('Price book: list, form and page')).toBeVisible()
    await page.getByText('Import a file').first().click()
  })

  await test.step('imports a real price book: columns and types are proposed, then rows arrive', async () => {
    await expect(page).toHaveURL(/\/import/)
    await page.getByLabel('File to import').setInputFiles(priceBook)
    await expect(page.getByText('7,184 rows and 19 columns', { exact: false })).toBeVisible({
      timeout: 30_000,
    })
    await page.getByLabel('Name of the list').fill('Price list Berlin')
    await expect(page.getByLabel('Type of column Price avg')).toHaveValue('money')
    await expect(page.getByLabel('Type of column Type', { exact: true })).toHaveValue('select')
    await checkAxe(page)
    await page.getByRole('button', { name: 'Import 7,184 rows' }).click()
    await expect(page.getByText('7,184 records added', { exact: false }).first()).toBeVisible({
      timeout: 120_000,
    })
    await page.getByText('Open the screen').click()
    await expect(page.getByRole('heading', { name: 'Price list Berlin' })).toBeVisible()
    await expect(page).toHaveURL(listPath)
  })

  await test.step('gets list, detail and form without code', async () => {
    await expect(page.getByText('7,184 items')).toBeVisible()
    await checkAxe(page)
    await page.getByLabel('Search Price list Berlin').fill('PU_MEKAKA_KAPUKA')
    await expect(page.getByText('1 item', { exact: true })).toBeVisible()
    await page.getByRole('grid').getByRole('link').first().click()
    await expect(page.getByText('PU_MEKAKA_KAPUKA')).toBeVisible()
    await expect(page.getByText('10.11').first()).toBeVisible()
    await checkAxe(page)
    await page
      .getByRole('button', { name: 'Edit' })
      .or(page.getByRole('link', { name: 'Edit' }))
      .first()
      .click()
    await expect(page.getByLabel('Resource code')).toHaveValue('PU_MEKAKA_KAPUKA')
    await checkAxe(page)
    await page.getByLabel('Name', { exact: false }).first().fill('Bedienpersonal, eine Stunde')
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('Bedienpersonal, eine Stunde').first()).toBeVisible()
  })
}

/** From the generated screen to a member who works at an address of its own without seeing cost. */
async function fromTheScreenToAMember(page: Page, browser: Browser): Promise<void> {
  await test.step('rearranges the list by drag and drop, saves it as a draft and releases it', async () => {
    await page.goto('/layouts/price_list_berlin.list/edit')
    const canvas = page.getByRole('region', { name: /^Canvas/ })
    await expect(canvas.getByRole('grid')).toBeVisible()
    await checkAxe(page)
    await drag(page, page.getByRole('button', { name: 'Notice', exact: true }), canvas.getByRole('grid'), 0.1)
    await page.getByRole('textbox', { name: /^Title/ }).fill('Prices of Berlin, net')
    await expect(canvas.getByText('Prices of Berlin, net')).toBeVisible()
    await expect(page.getByText(/Draft saved/)).toBeVisible()
    await page.getByRole('button', { name: 'Release' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await expect(page.getByText('As released')).toBeVisible()
  })

  await test.step('gives it an address of its own', async () => {
    await page.goto('/routes')
    await page.getByRole('button', { name: 'New address' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Address/).fill('/prices/berlin')
    await form.getByLabel(/^Screen/).fill('Price list Berlin')
    await expect(page.getByRole('option')).toHaveCount(3)
    await page.getByRole('option', { name: 'Price list Berlin', exact: true }).click()
    await expect(form.getByLabel(/^Screen/)).toHaveValue('Price list Berlin')
    await form.getByLabel(/^Title/).fill('Prices')
    await form.getByLabel('In the navigation').check()
    await checkAxe(page)
    await form.getByRole('button', { name: /^(Save|Create|Send)/ }).click()
    await expect(form).toBeHidden()
    await page.goto('/prices/berlin')
    await expect(page.getByText('Prices of Berlin, net')).toBeVisible()
    await expect(page.getByText('7,184 items')).toBeVisible()
  })

  await test.step('takes every price from the role of a member', async () => {
    await page.goto('/settings/access')
    await page.getByRole('navigation', { name: 'Access' }).getByRole('link', { name: 'Fields' }).click()
    await page.getByLabel('Model').selectOption({ label: 'Price list Berlin' })
    for (const label of priceLabels) {
      await page.getByRole('checkbox', { name: `${label}: Member, Read` }).uncheck()
    }
    await checkAxe(page)
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('Permissions saved')).toBeVisible()
  })

  const memberAddress = newAddress('lea')
  await test.step('invites a member by mail', async () => {
    await page.goto('/settings/users')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Email/).fill(memberAddress)
    await form.getByLabel(/^Role/).selectOption({ label: 'Member' })
    await checkAxe(page)
    await form.getByRole('button', { name: /^(Save|Create|Send)/ }).click()
    await expect(form).toBeHidden()
    await checkAxe(page)
  })

  await test.step('the member opens the address, works, and is told no price', async () => {
    const link = await linkFor(server(), memberAddress)
    const context = await browser.newContext()
    const member = await context.newPage()
    const told: string[] = []
    member.on('response', (answer) => {
      if (answer.url().includes('/assets/')) return
      told.push(answer.url())
      void answer.text().then(
        (text) => told.push(text),
        // A redirect has no body, and a page that is left takes its open answers with it.
        () => undefined,
      )
    })
    await member.goto(link)
    await member.getByRole('link', { name: 'Create an account' }).click()
    await createAccount(member, 'Lea Brandt', memberAddress)
    await member.getByRole('button', { name: /Join|Accept/ }).click()
    await expect(member.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
    await member.goto('/prices/berlin')
    await expect(member.getByText('Prices of Berlin, net')).toBeVisible()
    await expect(member.getByText('7,184 items')).toBeVisible()
    await expect(member.getByRole('columnheader', { name: /^Category/ })).toBeVisible()
    await expect(member.getByRole('columnheader', { name: /price|cost/i })).toHaveCount(0)
    await checkAxe(member)

    await member.getByLabel('Search Price list Berlin').fill('PU_MEKAKA_KAPUKA')
    await expect(member.getByText('1 item', { exact: true })).toBeVisible()
    await member.getByRole('grid').getByRole('link').first().click()
    await expect(member.getByText('PU_MEKAKA_KAPUKA')).toBeVisible()
    await expect(member.getByText(/10\.11|100\.38/)).toHaveCount(0)
    await member
      .getByRole('button', { name: 'Edit' })
      .or(member.getByRole('link', { name: 'Edit' }))
      .first()
      .click()
    await expect(member.getByLabel('Resource code')).toHaveValue('PU_MEKAKA_KAPUKA')
    await member.getByLabel('Avg qty per use').fill('11')
    await member.getByRole('button', { name: /^Save/ }).click()
    await expect(member.getByText('PU_MEKAKA_KAPUKA').first()).toBeVisible()

    // What follows names the fields in its questions, so what was told until here counts.
    const heard = [...told]
    const refused = await askAsMember(member)
    for (const [field, { filter, sort, group, aggregate, select, exported, csv }] of Object.entries(
      refused,
    )) {
      const never = { status: 400, code: 'unknown_field' }
      expect({ filter, sort, group, aggregate, select, exported }, field).toEqual({
        filter: never,
        sort: never,
        group: never,
        aggregate: never,
        select: never,
        exported: never,
      })
      expect(csv, 'the export has no price').not.toContain(field)
    }
    expect(heard.join('').length).toBeGreaterThan(10_000)
    // Nothing that came over the network names a hidden field or its value: rows, descriptions, screens, form checks, addresses.
    for (const field of hidden)
      expect(
        heard.filter((text) => text.includes(field)).map((text) => text.slice(0, 200)),
        field,
      ).toEqual([])
    expect(heard.filter((text) => /\b(10\.11|100\.38|50\.46)\b/.test(text))).toEqual([])
    await context.close()
  })
}

test("[U-01] [U-02] [R-17] from nothing to a member who works on a screen of one's own and is told no price", async ({
  page,
  browser,
}) => {
  test.skip(!existsSync(priceBook), `The real price book is not here: ${priceBook}`)
  test.setTimeout(420_000)
  await fromNothingToAScreen(page)
  await fromTheScreenToAMember(page, browser)
})

type Verdict = { status: number; code: string | null }
interface Refusals {
  filter: Verdict
  sort: Verdict
  group: Verdict
  aggregate: Verdict
  select: Verdict
  exported: Verdict
  csv: string
}

/** Asks for each hidden field in every way there is, with the member's own session in the browser. */
const askAsMember = (page: Page): Promise<Record<string, Refusals>> =>
  page.evaluate(async (fields) => {
    const stored =
      Object.entries(localStorage).find(([key]) => key.startsWith('formwork-session@'))?.[1] ?? '{}'
    const headers = {
      Authorization: `Bearer ${(JSON.parse(stored) as { access_token: string }).access_token}`,
      'X-Tenant-Id': localStorage.getItem('selectedTenantId') ?? '',
      'Content-Type': 'application/json',
    }
    const model = 'price_list_berlin'
    const ask = async (part: object): Promise<Verdict> => {
      const answer = await fetch('/api/query', {
        method: 'POST',
        headers,
        body: JSON.stringify({ queries: [{ model, ...part }] }),
      })
      const body = (await answer.json()) as {
        error?: { code: string }
        results?: { error?: { code: string } }[]
      }
      const code = body.error?.code ?? body.results?.[0]?.error?.code ?? null
      return { status: code === null ? answer.status : 400, code }
    }
    const get = (query: string) => fetch(`/api/records/${model}/export?format=csv${query}`, { headers })
    const csv = await (await get('')).text()
    const verdicts: Record<string, Refusals> = {}
    for (const field of fields) {
      const exported = await get(`&query=${encodeURIComponent(JSON.stringify({ fields: [field] }))}`)
      verdicts[field] = {
        filter: await ask({ where: { field, op: 'empty', value: false } }),
        sort: await ask({ sort: [{ field, dir: 'asc' }] }),
        group: await ask({ group: [field], aggregate: [{ fn: 'count', as: 'n' }] }),
        aggregate: await ask({ aggregate: [{ fn: 'max', field, as: 'n' }] }),
        select: await ask({ fields: [field] }),
        exported: {
          status: exported.status,
          code: ((await exported.json()) as { error?: { code: string } }).error?.code ?? null,
        },
        csv,
      }
    }
    return verdicts
  }, hidden)
