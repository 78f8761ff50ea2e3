import type { BrowserContext, Locator, Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './support/people.ts'
import { expect, server, test } from './support/test.ts'

const fields = [
  { key: 'nr', label: 'Number', type: 'sequence', numbering: 'W-{0000}' },
  { key: 'name', label: 'Name', type: 'text', required: true },
  // Words that the product has German for.
  { key: 'state', label: 'Open', type: 'select', options: ['Draft', 'Works'] },
  { key: 'code', label: 'Code', type: 'text' },
  { key: 'amount', label: 'Amount', type: 'decimal' },
  { key: 'day', label: 'Day', type: 'date' },
  ...Array.from({ length: 6 }, (_, at) => ({ key: `note_${at}`, label: `Note ${at}`, type: 'text' })),
]
const columns = fields.map(({ key }) => key)

let owner: Person
let workspace: Workspace

test.beforeAll(async () => {
  owner = await newPerson(server(), 'Carla Carl')
  workspace = await newWorkspace(owner)
  const schema = { version: 1, fields, title_field: 'name' }
  const model = {
    key: 'works',
    label: 'Works',
    description: 'What we build.',
    construct_type: 'item',
    schema,
  }
  await callAs(owner, 'POST /api/models', model, workspace)
  const day = (at: number): string => `2026-03-${at < 300 ? '03' : at < 600 ? '04' : '24'}`
  const create = Array.from({ length: 601 }, (_, at) => ({
    name: `Work ${at}`,
    day: day(at),
    ...(at < 4 && { state: 'Draft' }),
  }))
  await callAs(owner, 'POST /api/records/works/bulk', { create }, workspace)
})

async function openGrid(page: Page, context: BrowserContext): Promise<Locator> {
  await enterAs(context, owner)
  await page.goto(`${server()}/objects?model=works`)
  const grid = page.getByRole('grid')
  await expect(grid.getByText('Work 0', { exact: true })).toBeVisible()
  return grid
}

const cell = (grid: Locator, line: number, key: string): Locator =>
  grid.locator(`[data-line="${line}"] [data-column="${columns.indexOf(key)}"]`)

const shown = (grid: Locator, key: string, lines: number[]): Promise<string[]> =>
  Promise.all(lines.map((line) => cell(grid, line, key).innerText()))

test('names that people gave are shown as they are written, whatever the product says for such words', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'de-DE' })
  const page = await context.newPage()
  const grid = await openGrid(page, context)
  await expect(grid).toHaveAccessibleName('Works')
  await expect(grid.getByRole('columnheader', { name: /Open/ })).toBeVisible()
  await expect(page.getByLabel('Modell', { exact: true })).toHaveValue(/Works|works/)
  await page.getByRole('button', { name: 'Neuer Datensatz' }).click()
  await expect(page.getByRole('dialog', { name: 'Works' })).toBeVisible()
  await expect(page.getByText(/Läuft|Funktioniert/)).toHaveCount(0)
  await context.close()
})

test('Enter in a cell that takes nothing says why and stays; its record opens by a key of its own', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  await cell(grid, 0, 'nr').click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Number” is given by itself.')).toBeVisible()
  await expect(page.getByText('Ctrl+Enter opens the record.')).toBeVisible()
  await expect(page).toHaveURL(/\/objects\?model=works$/)
  await grid.focus()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/o\//)
})

test('a long menu is searched by typing, and what was put away stays so after a reload', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  await expect(grid.getByRole('columnheader', { name: /Code/ })).toBeVisible()
  await page.getByRole('button', { name: 'Columns and view' }).press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await checkAxe(page)
  await page.keyboard.type('cod')
  await expect(page.getByRole('textbox', { name: 'Search' }).last()).toHaveValue('cod')
  await expect(menu.getByRole('menuitemcheckbox')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Columns and view' })).toBeFocused()
  await expect(grid.getByRole('columnheader', { name: /Code/ })).toHaveCount(0)
  await page.reload()
  await expect(grid.getByText('Work 0', { exact: true })).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: /Code/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns and view' }).click()
  await page.getByRole('menuitem', { name: 'Back to the usual view' }).click()
  await expect(grid.getByRole('columnheader', { name: /Code/ })).toBeVisible()
})

test('series go on by the corner and by Ctrl+D, and are copies where that is wanted', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  const write = async (line: number, key: string, text: string): Promise<void> => {
    await cell(grid, line, key).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await write(0, 'code', 'EST-008')
  await expect(cell(grid, 0, 'code')).toHaveText('EST-008')
  await cell(grid, 0, 'code').click()
  const drag = async (line: number, key: string): Promise<void> => {
    const from = await grid.locator('[data-fill-corner]').boundingBox()
    const to = await cell(grid, line, key).boundingBox()
    if (!from || !to) throw new Error('not on the screen')
    await page.mouse.move(from.x + 4, from.y + 4)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
    await page.mouse.up()
  }
  await drag(3, 'code')
  const codes = () => shown(grid, 'code', [1, 2, 3])
  await expect.poll(codes).toEqual(['EST-009', 'EST-010', 'EST-011'])
  await page.getByRole('button', { name: 'Copy instead' }).click()
  await expect.poll(codes).toEqual(['EST-008', 'EST-008', 'EST-008'])
  // Two numbers and empty cells under them, by keys alone.
  await write(0, 'amount', '0.5')
  await write(1, 'amount', '0.75')
  await expect(cell(grid, 1, 'amount')).toContainText('0.75')
  await cell(grid, 0, 'amount').click()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect.poll(() => shown(grid, 'amount', [2, 3, 4])).toEqual(['1', '1.25', '1.5'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => shown(grid, 'amount', [2, 3, 4])).toEqual(['', '', ''])
})

test('a month of more records than are read at once says how many there are, and no day of it looks empty', async ({
  page,
  context,
}) => {
  await page.clock.setSystemTime('2026-03-10T10:00:00Z')
  await openGrid(page, context)
  await page.getByRole('button', { name: 'Columns and view' }).click()
  await page.getByRole('menuitemradio', { name: 'Calendar', exact: true }).click()
  await expect(page.getByText('601 items in these weeks')).toBeVisible()
  await expect(page.getByRole('button', { name: '297 more' })).toHaveCount(2)
  await expect(page.getByText('Work 600', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '297 more' }).first().click()
  await expect(page.getByText('Only the first 50 of 300 are shown.', { exact: false })).toBeVisible()
})

test('the cursor stays at its record where another leaves the group', async ({ page, context }) => {
  const grid = await openGrid(page, context)
  await page.getByRole('button', { name: 'Columns and view' }).click()
  await page.getByRole('menuitem', { name: 'Group by' }).press('ArrowRight')
  await page.getByRole('menu', { name: 'Group by' }).getByRole('menuitemcheckbox', { name: 'Open' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await grid.getByText('Draft', { exact: true }).first().click()
  await grid.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(cell(grid, 1, 'name')).toContainText('Work 0')
  await cell(grid, 1, 'state').click()
  await page.keyboard.press('F2')
  await expect(grid.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Wo')
  await page.keyboard.press('Enter')
  await expect(cell(grid, 1, 'name')).toContainText('Work 1')
  const current = (): Promise<string | undefined> =>
    grid.evaluate((element) => {
      const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
      return active?.closest<HTMLElement>('[data-line]')?.dataset['line']
    })
  await expect.poll(current).toBe('1')
})
