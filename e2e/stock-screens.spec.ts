import type { Browser, BrowserContext, Page } from '@playwright/test'
import { beginWith } from './support/begin-with.ts'
import { checkAxe } from './support/check-axe.ts'
import { linkFor } from './support/mailbox.ts'
import {
  callAs,
  enterAs,
  newAddress,
  newPerson,
  newWorkspace,
  type Person,
  type Workspace,
} from './support/people.ts'
import { expect, server, test } from './support/test.ts'

// Each screen by itself: the longest of the files, shared out among the workers.
test.describe.configure({ mode: 'parallel' })

/** Address → the heading a person lands on. */
const screens = [
  ['/dashboard', 'Nordbau GmbH'],
  ['/onboarding', 'Set up your workspace'],
  ['/configuration', 'Configuration'],
  ['/configuration/quick-setup', 'Quick setup'],
  ['/config', 'Workspace'],
  ['/models', 'Models'],
  ['/models/enhanced', 'Fields'],
  ['/archetypes', 'Archetypes'],
  ['/objects', 'Records'],
  ['/bin', 'Bin'],
  ['/layouts', 'Screens'],
  ['/layouts/create', 'New screen'],
  ['/routes', 'Addresses'],
  ['/settings', 'Settings'],
  ['/settings/users', 'People'],
  ['/invites', 'People'],
  ['/settings/access', 'Access'],
  ['/access-control', 'Access'],
  ['/settings/layout/fields', 'Order of fields'],
  ['/settings/subdomain', 'Name and address'],
  ['/settings/logo', 'Logo and colour'],
  ['/diagnostics', 'Diagnostics'],
  ['/import', 'Import a file'],
] as const

interface World {
  owner: Person
  workspace: Workspace
  /** Token of a customer. */
  token: string
}

let made: Promise<{ empty: Person; full: World }> | undefined

/** An owner of an empty workspace, and one of a workspace with two starter models and some customers. */
const worlds = () => (made ??= makeWorlds())

async function makeWorlds(): Promise<{ empty: Person; full: World }> {
  const empty = await newPerson(server())
  await newWorkspace(empty)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  const chosen = { trade: null, manage: ['customers', 'suppliers'], people: [] }
  await callAs(owner, 'POST /api/quick-setup', chosen, workspace)
  const create = (name: string): Promise<{ token: string }> =>
    callAs(owner, 'POST /api/records/customers', { name, phone: '+49 30 555 0200' }, workspace)
  const { token } = await create('Hofmann KG')
  await create('Stadtwerke Lindau')
  return { empty, full: { owner, workspace, token } }
}

const contexts = new Map<Person, Promise<BrowserContext>>()

/** A window of a person that stays open as long as the browser does: the next screen finds the application fetched. */
async function windowOf(browser: Browser, person: Person): Promise<BrowserContext> {
  const open = async (): Promise<BrowserContext> => {
    const context = await browser.newContext()
    await enterAs(context, person)
    return context
  }
  const known = contexts.get(person) ?? open()
  contexts.set(person, known)
  return known
}

/** Faults of the page from here on: errors of its script and refusals of the API. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', (answer) => {
    if (answer.status() >= 400 && answer.url().includes('/api/'))
      faults.push(`${answer.status()} ${answer.url()}`)
  })
  return faults
}

/** Everything has arrived, and no part says that it could not. */
async function settled(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  // Not "networkidle": a page in view always waits for news.
  await page.waitForLoadState('load')
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(page.locator('[role="alert"]')).toHaveCount(0)
}

async function noOverflow(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(over, `${page.url()}: nothing sticks out at the side`).toBeLessThanOrEqual(0)
}

for (const [path, heading] of screens) {
  test(`[R-17] ${path} opens in a full and in an empty workspace, accessible, also on a phone`, async ({
    browser,
  }) => {
    test.slow()
    const { empty, full } = await worlds()
    for (const person of [full.owner, empty]) {
      const context = await windowOf(browser, person)
      const page = await context.newPage()
      const faults = faultsOf(page)
      await page.goto(server() + path)
      await settled(page, heading)
      await checkAxe(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await settled(page, heading)
      await noOverflow(page)
      if (person === full.owner) await checkAxe(page)
      expect(faults, path).toEqual([])
      await page.close()
    }
  })
}

test('[R-13] /o/{token} shows a record: facts, history, change and delete', async ({ page, context }) => {
  const { full } = await worlds()
  await enterAs(context, full.owner)
  const faults = faultsOf(page)
  await page.goto(`/o/${full.token}`)
  await settled(page, 'Hofmann KG')
  await checkAxe(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill('Hofmann GmbH')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: 'Hofmann GmbH', level: 1 })).toBeVisible()
  await expect(page.getByText('Hofmann KG').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await noOverflow(page)
  await checkAxe(page)
  expect(faults).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete record' }).click()
  await expect(page).toHaveURL('/objects?model=customers')
  // The change before offers it too.
  const deleted = page.locator('[data-sonner-toast]').filter({ hasText: 'Moved to the bin' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Hofmann GmbH').first()).toBeVisible()
})

test('[U-02] a model by its name alone: made, found, deleted after its key is typed', async ({
  page,
  context,
}) => {
  const { full } = await worlds()
  await enterAs(context, full.owner)
  await page.goto('/models')
  await settled(page, 'Models')
  await page.getByRole('button', { name: 'New model' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Machine hire')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  // What was made opens, to get its fields.
  await expect(page).toHaveURL(/\/models\/enhanced\?model=/)
  await expect(page.locator('option:checked', { hasText: 'Machine hire' })).toHaveCount(1)
  await page.goto('/models')
  await settled(page, 'Models')
  // A line of the grid stands in parts: what is pinned at the left, what scrolls, what is pinned at the right.
  const row = page.getByRole('row', { name: /Machine hire/ })
  const line = page.locator(`[data-line="${await row.getAttribute('data-line')}"]`)
  await expect(line.getByText('machine_hire')).toBeVisible()
  await line.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this model?' }).or(page.getByRole('alertdialog'))
  await question.getByRole('textbox').fill('machine_hire')
  await question.getByRole('button', { name: 'Delete model' }).click()
  await expect(row).toHaveCount(0)
})

test('[R-05] the order of fields decides what the list of a model shows', async ({ page, context }) => {
  const { full } = await worlds()
  await enterAs(context, full.owner)
  await page.goto('/customers')
  await expect(page.getByRole('columnheader', { name: /Phone/ })).toBeVisible()
  await page.goto('/settings/layout/fields')
  await settled(page, 'Order of fields')
  await page.getByLabel('Phone: List').uncheck()
  await page.getByRole('button', { name: 'Save and release' }).click()
  await expect(page.getByRole('button', { name: 'Save and release' })).toHaveCount(0)
  await page.goto('/customers')
  await expect(page.getByRole('columnheader', { name: /Email/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /Phone/ })).toHaveCount(0)
  await page.goto('/settings/layout/fields')
  await page.getByRole('button', { name: 'Show everything everywhere' }).click()
  await page.getByRole('button', { name: 'Save and release' }).click()
  await expect(page.getByRole('button', { name: 'Save and release' })).toHaveCount(0)
})

test('[R-09] the records of another model are one choice away', async ({ page, context }) => {
  const { full } = await worlds()
  await enterAs(context, full.owner)
  await page.goto('/objects')
  await settled(page, 'Records')
  await page.getByLabel('Model').selectOption('Suppliers')
  await expect(page).toHaveURL('/objects?model=suppliers')
  await expect(page.getByText('No records yet')).toBeVisible()
})

test('[R-04] a number of the dashboard leads to the screen of its model', async ({ page, context }) => {
  await beginWith(context, ['estimates'])
  await page.goto(`${server()}/dashboard`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Estimates\s*0$/ })
    .click()
  await expect(page).toHaveURL(/\/estimates$/)
})

test('[R-10] an address is made with roles by name, and works', async ({ page, context }) => {
  const { full } = await worlds()
  await enterAs(context, full.owner)
  await page.goto('/routes')
  await settled(page, 'Addresses')
  await page.getByRole('button', { name: 'New address' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Address').fill('/team')
  await drawer.getByLabel('Screen').fill('People')
  await page.getByRole('option', { name: 'People' }).first().click()
  await drawer.getByLabel('Title').fill('Team')
  await drawer.getByRole('checkbox', { name: 'Administrator' }).check()
  await drawer.getByRole('checkbox', { name: 'Owner' }).check()
  await drawer.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/team')
  await settled(page, 'People')
})

test('[V-01] a member sees records and no screen of those who configure', async ({ browser }) => {
  const { full } = await worlds()
  const email = newAddress('ben')
  await callAs(full.owner, 'POST /api/invites', { email, role: 'member' }, full.workspace)
  const token = (await linkFor(server(), email)).split('/').at(-1) ?? ''
  const ben = await newPerson(server(), 'Ben Adler', email)
  await callAs(ben, `POST /api/invites/${token}/accept`)
  const context = await browser.newContext()
  await enterAs(context, ben)
  const page = await context.newPage()
  const faults = faultsOf(page)
  await page.goto(`${server()}/dashboard`)
  await settled(page, 'Nordbau GmbH')
  await expect(page.getByRole('heading', { name: 'Go to' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Configuration' })).toHaveCount(0)
  await checkAxe(page)
  await page.goto(`${server()}/objects`)
  await settled(page, 'Records')
  expect(faults).toEqual([])
  await page.goto(`${server()}/models`)
  await expect(page.getByRole('heading', { name: 'Models', level: 1 })).toHaveCount(0)
  await context.close()
})
