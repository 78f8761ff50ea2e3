import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './support/people.ts'
import { expect, server, test } from './support/test.ts'
const priceBook = join(import.meta.dirname, '../fixtures/catalogues/price-book.csv')

/** Refusals of the content security policy and errors of the page, as they come. */
function listen(page: Page): string[] {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) seen.push(message.text())
  })
  return seen
}

async function workspaceWith(name: string): Promise<{ owner: Person; tenant: Workspace }> {
  const owner = await newPerson(server(), name)
  const tenant = await newWorkspace(owner, `${name} Bau`)
  return { owner, tenant }
}

const grid = (page: Page) => page.getByRole('grid')
const activeText = (page: Page) =>
  grid(page).evaluate(
    (one) => document.getElementById(one.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
  )

test('[R-01] /123 shows every part with sample data, without an error and readable by all', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const seen = listen(page)
  await page.goto('/123')
  const parts = page.locator('[data-component]')
  await expect(parts.first()).toBeVisible()
  expect(await parts.count()).toBeGreaterThan(30)
  for (const part of await parts.all()) await part.scrollIntoViewIfNeeded()
  await expect(
    page.locator('[data-component="data-grid"]').getByText('Ready-mix concrete C25/30', { exact: true }),
  ).toBeVisible()
  await expect(page.locator('[data-component="chart"] svg').first()).toBeVisible()
  await expect(page.locator('[data-component] [role="alert"]')).toHaveCount(0)
  await checkAxe(page)
  expect(seen).toEqual([])
})

test('[R-17] [U-02] from a file to a list: imported, edited like a spreadsheet, filtered, chosen, on a phone', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const seen = listen(page)
  const { owner } = await workspaceWith('Ida Import')
  await enterAs(context, owner)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await test.step('drop a file, look at its columns, import', async () => {
    await page.goto('/import')
    await page.getByLabel('File to import').setInputFiles(priceBook)
    await expect(page.getByRole('heading', { name: 'What is in it' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByLabel('Type of column Price net')).toHaveValue('money')
    await checkAxe(page)
    await page.getByRole('button', { name: /^Import .* rows$/ }).click()
    await page.getByRole('link', { name: 'Open the screen' }).click({ timeout: 60_000 })
  })

  await test.step('the list counts, sorts and moves as a spreadsheet does', async () => {
    await expect(grid(page)).toBeVisible()
    await expect(page.getByText('2,513 items')).toBeVisible()
    await checkAxe(page)
    await grid(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    const below = await activeText(page)
    await page.keyboard.press('ArrowUp')
    expect(await activeText(page)).not.toBe(below)
  })

  await test.step('a price is typed over, saved, and still there after reloading', async () => {
    const price = page.getByRole('columnheader', { name: /^Price net/i }).first()
    const index = Number(await price.getAttribute('aria-colindex')) - 2
    await grid(page).focus()
    await page.keyboard.press('Control+Home')
    for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.type('4711.25')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH', {
      timeout: 20_000,
    })
    await page.keyboard.press('Enter')
    expect((await saved).status()).toBe(200)
    await expect(grid(page).getByText('4,711.25')).toBeVisible()
    await page.reload()
    await expect(grid(page).getByText('4,711.25')).toBeVisible()
  })

  await test.step('cells go to the clipboard and come from it', async () => {
    await grid(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+C')
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(async () => (await copied()).split('\t').length).toBe(2)
  })

  await test.step('a condition narrows, and is taken away again', async () => {
    await page.getByRole('button', { name: 'Filter' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^type$/i })
      .click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'equipment' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Add condition' }).click()
    await expect(page.getByText('Type is one of equipment')).toBeVisible()
    await expect(page.getByText('2,513 items')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove condition: Type is one of equipment' }).click()
    await expect(page.getByText('2,513 items')).toBeVisible()
  })

  await test.step('chosen rows are deleted after a question', async () => {
    await grid(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('2,512 items')).toBeVisible()
  })

  await test.step('on a phone the rows are cards', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(grid(page)).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  expect(seen).toEqual([])
})

test('a form is checked by the compiled validator under the production policy, saved, and merged with what others changed', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const seen = listen(page)
  const { owner, tenant } = await workspaceWith('Fritz Form')
  await callAs(owner, 'POST /api/quick-setup', { trade: null, manage: ['suppliers'], people: [] }, tenant)
  await enterAs(context, owner)
  const validator = page.waitForResponse((answer) => answer.url().includes('/api/validators/'))
  await page.goto('/suppliers')
  await page.getByRole('link', { name: /^Add/ }).first().click()
  expect((await validator).status()).toBe(200)
  const create = page.getByRole('button', { name: /^(Create|Add)/ }).last()

  await test.step('what is missing is said beside the field and summed at the top, before anything is sent', async () => {
    let sent = false
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/records/')) sent = true
    })
    await create.click()
    const summary = page.getByRole('alert').first()
    await expect(summary).toContainText('Fill in')
    await summary.getByRole('link').first().click()
    await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true')
    expect(sent).toBe(false)
    await checkAxe(page)
  })

  await test.step('leaving asks; coming back finds what was typed', async () => {
    await page.getByLabel(/^Name/).first().fill('Nordkies Betonwerk')
    await page.goBack()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/suppliers$/)
    await page.getByRole('link', { name: /^Add/ }).first().click()
    await page.getByRole('button', { name: 'Put it back' }).click()
    await expect(page.getByLabel(/^Name/).first()).toHaveValue('Nordkies Betonwerk')
  })

  await test.step('it is created and opened', async () => {
    const made = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes('/api/records/suppliers'),
    )
    await create.click()
    expect((await made).status()).toBe(201)
    await expect(page.getByText('Nordkies Betonwerk').first()).toBeVisible()
  })

  await test.step('two people changed the same field: one is asked whose value stays', async () => {
    const { results } = await callAs<{ results: { rows: { id: string }[] }[] }>(
      owner,
      'POST /api/query',
      { queries: [{ model: 'suppliers', fields: ['name'] }] },
      tenant,
    )
    const id = results[0]?.rows[0]?.id ?? ''
    await page.goto(`/suppliers/${id}/edit`)
    const name = page.getByLabel(/^Name/).first()
    await expect(name).toHaveValue('Nordkies Betonwerk')
    await name.fill('Nordkies Mine')
    await callAs(owner, `PATCH /api/records/suppliers/${id}`, { name: 'Nordkies Theirs' }, tenant)
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Nordkies Theirs')
    await dialog.getByRole('radio', { name: /Nordkies Mine/ }).check()
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect
      .poll(async () => {
        const again = await callAs<{ results: { rows: { name: string }[] }[] }>(
          owner,
          'POST /api/query',
          { queries: [{ model: 'suppliers', fields: ['name'] }] },
          tenant,
        )
        return again.results[0]?.rows[0]?.name
      })
      .toBe('Nordkies Mine')
  })
  expect(seen).toEqual([])
})

test('[P-03] field permissions and grants are set by hand and hold at once', async ({ page, context }) => {
  test.setTimeout(120_000)
  const seen = listen(page)
  const { owner, tenant } = await workspaceWith('Rosa Recht')
  await callAs(owner, 'POST /api/quick-setup', { trade: null, manage: ['suppliers'], people: [] }, tenant)
  await enterAs(context, owner)
  await page.goto('/access-control')
  const cell = page.getByRole('checkbox', { name: /: Member, Read$/ }).first()
  await expect(cell).toBeVisible()
  await checkAxe(page)
  await cell.uncheck()
  await expect(page.getByText('1 change not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Save and release' }).click()
  await expect(page.getByText('Permissions saved')).toBeVisible()
  const { rows } = await callAs<{ rows: { field_key: string; read_roles: string[] }[] }>(
    owner,
    'GET /api/permissions/fields',
    undefined,
    tenant,
  )
  expect(rows.some(({ read_roles }) => !read_roles.includes('member') && read_roles.includes('owner'))).toBe(
    true,
  )
  expect(seen).toEqual([])
})
