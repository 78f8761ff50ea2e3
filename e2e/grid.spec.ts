import type { BrowserContext, Locator, Page } from '@playwright/test'
import { paste } from './support/keyboard.ts'
import {
  callAs,
  enterAs,
  newMember,
  newPerson,
  newWorkspace,
  type Person,
  type Workspace,
} from './support/people.ts'
import { expect, server, test } from './support/test.ts'

const trades = ['Concrete', 'Steel', 'Timber', 'Roofing']
const rows = 2000
const fields = [
  { key: 'number', label: 'Number', type: 'text' },
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'trade', label: 'Trade', type: 'select', options: trades },
  { key: 'price', label: 'Price', type: 'money', currency: 'EUR' },
  { key: 'day', label: 'Day', type: 'date' },
  { key: 'city', label: 'City', type: 'text' },
]
const sheet = {
  schema: 1,
  key: 'positions.sheet',
  title: 'Sheet',
  root: 'page',
  nodes: {
    page: { component: 'page', v: 1, props: { title: 'Sheet', width: 'fill' }, slots: { content: ['tabs'] } },
    tabs: {
      component: 'tabs',
      v: 1,
      props: { label: 'Parts', items: [{ slot: 'tab1', label: 'List' }] },
      slots: { tab1: ['grid'] },
    },
    grid: {
      component: 'data-grid',
      v: 1,
      props: {
        model: 'positions',
        columns: [
          { field: 'number', pin: 'left' },
          { field: 'title' },
          { field: 'trade' },
          { field: 'price', total: 'sum' },
        ],
        filter_bar: true,
      },
    },
  },
}

let owner: Person
let member: Person
let workspace: Workspace

test.beforeAll(async () => {
  owner = await newPerson(server(), 'Berta Benz')
  workspace = await newWorkspace(owner)
  const schema = { version: 1, fields, title_field: 'title' }
  await callAs(
    owner,
    'POST /api/models',
    { key: 'positions', label: 'Positions', construct_type: 'item', schema },
    workspace,
  )
  for (let from = 0; from < rows; from += 1000)
    await callAs(
      owner,
      'POST /api/records/positions/bulk',
      {
        create: Array.from({ length: 1000 }, (_, at) => ({
          number: `P-${String(from + at).padStart(4, '0')}`,
          title: `Position ${from + at}`,
          trade: trades[(from + at) % trades.length],
          price: '10',
          city: 'Bonn',
        })),
      },
      workspace,
    )
  await callAs(owner, 'PUT /api/drafts/layout/positions.sheet', { body: sheet }, workspace)
  await callAs(owner, 'POST /api/releases', {}, workspace)
  await callAs(
    owner,
    'POST /api/routes',
    { path: '/sheet', layout: 'positions.sheet', title: 'Sheet' },
    workspace,
  )
  member = await newMember(owner, workspace, 'member')
})

/** Opens the list and answers its grid, with its first records. */
async function openGrid(
  page: Page,
  context: BrowserContext,
  path = '/objects?model=positions',
): Promise<Locator> {
  await enterAs(context, owner)
  await page.goto(path)
  const grid = page.getByRole('grid')
  await expect(grid.getByText('P-0000')).toBeVisible()
  return grid
}

const cell = (grid: Locator, line: number, column: number): Locator =>
  grid.locator(`[data-line="${line}"] [data-column="${column}"]`)

const priceOf = async (number: string): Promise<string> => {
  const { results } = await callAs<{ results: { rows: { id: string; price: string }[] }[] }>(
    owner,
    'POST /api/query',
    {
      queries: [
        { model: 'positions', where: { field: 'number', op: 'eq', value: number }, fields: ['price'] },
      ],
    },
    workspace,
  )
  return results[0]?.rows[0]?.price ?? ''
}

const idOf = async (number: string): Promise<string> => {
  const { results } = await callAs<{ results: { rows: { id: string }[] }[] }>(
    owner,
    'POST /api/query',
    {
      queries: [{ model: 'positions', where: { field: 'number', op: 'eq', value: number }, fields: ['id'] }],
    },
    workspace,
  )
  return results[0]?.rows[0]?.id ?? ''
}

test('a line is one row to a screen reader, whatever sticks to the sides', async ({ page, context }) => {
  const grid = await openGrid(page, context)
  await expect(cell(grid, 0, 5)).toBeVisible()
  const client = await context.newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  const known = new Map(nodes.map((node) => [node.nodeId, node]))
  const cellsUnder = (id: string): string[] => {
    const node = known.get(id)
    if (!node) return []
    if (!node.ignored && node.role?.value === 'gridcell') return [String(node.name?.value)]
    return (node.childIds ?? []).flatMap(cellsUnder)
  }
  const lines = nodes
    .filter(({ role, ignored }) => !ignored && role?.value === 'row')
    .map(({ nodeId }) => cellsUnder(nodeId))
  const first = lines.filter((names) => names.includes('P-0000'))
  expect(first).toEqual([['Choose row 1', 'P-0000', 'Position 0', 'Concrete', '€10.00', '', 'Bonn']])
})

test('a list in tabs and in a narrow page draws only what is in sight', async ({ page, context }) => {
  const grid = await openGrid(page, context, '/sheet')
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(rows + 1))
  expect(await grid.getByRole('row').count()).toBeLessThan(120)
  await page.goto('/layouts/positions.sheet/edit')
  const drawn = page.locator('[role="grid"] [role="row"], li[data-index]')
  await expect(drawn.nth(5)).toBeVisible({ timeout: 20_000 })
  expect(await drawn.count()).toBeLessThan(120)
})

test('a press on the name of a record opens it', async ({ page, context }) => {
  const grid = await openGrid(page, context)
  const link = grid.getByRole('link').first()
  const href = (await link.getAttribute('href')) ?? ''
  await link.click()
  await expect(page).toHaveURL(href)
})

test('back, forward and a reload find a list as it was left: words, conditions, groups, place and cursor', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  await page.getByLabel('Search Positions').fill('Position 1')
  await page.getByRole('button', { name: 'Filter' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('button', { name: /^Number$/ }).click()
  await asked.getByRole('textbox', { name: /Value|Number/ }).fill('P-1')
  await asked.getByRole('button', { name: 'Add condition' }).click()
  await expect(page.getByText('1,000 items')).toBeVisible()
  await grid.hover()
  await page.mouse.wheel(0, 9_000)
  const far = grid.getByRole('link', { name: 'Position 1285', exact: true })
  await expect(far).toBeVisible()
  await far.click()
  await expect(page.getByRole('heading', { name: 'Position 1285' })).toBeVisible()

  const isAsItWasLeft = async (): Promise<void> => {
    await expect(far).toBeInViewport()
    await expect(page.getByText('1,000 items')).toBeVisible()
    await expect(page.getByLabel('Search Positions')).toHaveValue('Position 1')
    await expect(page.getByText(/P-1/).first()).toBeVisible()
    // Where the hand was, for who goes on by keyboard.
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await expect(grid).toHaveAttribute('aria-activedescendant', /-286-/)
    await page.keyboard.press('ArrowUp')
  }
  await page.goBack()
  await isAsItWasLeft()
  await page.reload()
  await isAsItWasLeft()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Position 1285' })).toBeVisible()
  await page.goBack()
  await isAsItWasLeft()

  await test.step('who comes anew finds all of it', async () => {
    await page.goto('/objects?model=positions')
    await expect(page.getByText('2,000 items')).toBeVisible()
    await expect(page.getByLabel('Search Positions')).toHaveValue('')
    await expect(grid.getByText('P-0000')).toBeInViewport()
  })
})

test('a list comes back to its lines where the cursor was far from them, and stays there when everything is chosen', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  await grid.focus()
  for (let line = 0; line < 5; line += 1) await page.keyboard.press('ArrowDown')
  await grid.hover()
  await page.mouse.wheel(0, 9_000)
  const far = grid.getByRole('link', { name: 'Position 295', exact: true })
  await expect(far).toBeInViewport()
  await page.reload()
  await expect(grid).toHaveAttribute('aria-activedescendant', /-5-/)
  await expect(far).toBeInViewport()
  await grid.focus()
  await page.keyboard.press('Control+a')
  await expect(grid).toHaveAttribute('aria-activedescendant', /-5-/)
  await expect(far).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(grid).toHaveAttribute('aria-activedescendant', /-6-/)
  await expect(grid.getByText('P-0006')).toBeInViewport()

  await test.step('words that find nothing in between begin the next ones at the top', async () => {
    await grid.hover()
    await page.mouse.wheel(0, 9_000)
    await expect(far).toBeInViewport()
    const search = page.getByLabel('Search Positions')
    await search.fill('nothing like it')
    await expect(grid).toHaveCount(0)
    await search.fill('Position')
    await expect(grid.getByText('P-0000')).toBeInViewport()
  })
})

test('a phone comes back to its card by Back and by a reload', async ({ page, context }) => {
  await enterAs(context, owner)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/objects?model=positions')
  const card = page.getByRole('main').getByRole('article')
  await expect(card.first()).toBeVisible()
  await card.first().hover()
  await page.mouse.wheel(0, 6_000)
  // What is out of sight is not drawn.
  await expect.poll(() => card.count()).toBeLessThan(60)
  expect(await card.count()).toBeGreaterThan(2)
  const inSight = (): Promise<string> =>
    page.evaluate(
      () =>
        document.elementFromPoint(195, 450)?.closest('article')?.querySelector('a, button')?.textContent ??
        '',
    )
  await expect.poll(inSight).toMatch(/Position [2-9]\d/)
  const title = await inSight()
  const left = page.getByRole('article').getByText(title, { exact: true })
  await left.click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.goBack()
  await expect(left).toBeInViewport()
  await page.reload()
  await expect(left).toBeInViewport()
  // Nothing moves it once it is there.
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(left).toBeInViewport()
  await page.goto('/objects?model=positions')
  await expect(page.getByRole('article').getByText('Position 0', { exact: true })).toBeInViewport()
})

test('a cell says why it cannot take what was typed, and choosing everything leaves the list where it is', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  await cell(grid, 1, 3).click()
  await page.keyboard.type('abc')
  await page.keyboard.press('Enter')
  const reason = grid.getByText('Enter a number, like 1,234.50.')
  await expect(reason).toBeVisible()
  const isOnTop = await reason.evaluate((element) => {
    const box = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
  })
  expect(isOnTop, 'nothing stands over the reason').toBe(true)
  await page.keyboard.press('Escape')
  await grid.focus()
  await page.keyboard.press('Control+a')
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  expect(await grid.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  await expect(grid.getByText('P-0000')).toBeInViewport()
})

test('what is written in a cell is saved when its line is scrolled out of sight', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  await cell(grid, 8, 1).dblclick()
  await grid.getByRole('textbox').fill('Scrolled away')
  await grid.hover()
  await page.mouse.wheel(0, 9000)
  await expect(grid.getByText('P-0008')).toBeHidden()
  await page.mouse.wheel(0, -9000)
  await expect(grid.getByText('P-0008')).toBeVisible()
  await expect(cell(grid, 8, 1)).toHaveText('Scrolled away')
  await expect(grid.getByRole('textbox')).toHaveCount(0)
  await page.reload()
  await expect(cell(grid, 8, 1)).toHaveText('Scrolled away')
})

test('views: one’s own, and one for everybody where a role begins', async ({ page, context, browser }) => {
  await openGrid(page, context)
  // The button of the views is called what the view is called that one looks at, with a point once it was changed.
  const save = async (from: string, name: string, shared: boolean): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(`^${from}`) }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    if (shared) {
      await dialog.getByLabel('For everybody').check()
      await dialog.getByLabel('Member', { exact: true }).check()
    }
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Column Trade' }).click({ force: true })
  await page.getByRole('menuitem', { name: 'Group by Trade' }).click()
  await expect(page.getByRole('grid').getByRole('button', { name: /Concrete/ })).toBeVisible()
  await save('View', 'By trade', true)
  await save('By trade', 'Only mine', false)
  const other = await browser.newContext({ locale: 'en-GB' })
  await enterAs(other, member)
  const theirs = await other.newPage()
  await theirs.goto(`${server()}/objects?model=positions`)
  await expect(theirs.getByRole('grid').getByRole('button', { name: /Concrete/ })).toBeVisible()
  await theirs.getByRole('button', { name: 'By trade' }).click()
  await expect(theirs.getByRole('menuitemradio', { name: 'By trade' })).toBeVisible()
  await expect(theirs.getByRole('menuitemradio', { name: 'Only mine' })).toHaveCount(0)
  await theirs.keyboard.press('Escape')
  // One’s own changes of it: kept for oneself, dropped, and a view of one’s own once that for everybody is gone.
  const hideDay = async (): Promise<void> => {
    await theirs.getByRole('button', { name: 'Column Day' }).click({ force: true })
    await theirs.getByRole('menuitem', { name: 'Hide column' }).click()
    await choose(theirs, 'By trade •', 'menuitem', 'Save for me only')
    await expect(theirs.getByRole('button', { name: 'By trade', exact: true })).toBeVisible()
  }
  const day = theirs.getByRole('columnheader', { name: /Day/ })
  await hideDay()
  await choose(theirs, 'By trade', 'menuitem', 'Drop my changes')
  await expect(theirs.getByText('Your changes were dropped')).toBeVisible()
  await expect(day).toBeVisible()
  await hideDay()
  await choose(page, 'Only mine', 'menuitemradio', 'By trade')
  await choose(page, 'By trade', 'menuitem', 'Delete view')
  await expect(page.getByText('View deleted')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('grid')).toBeVisible()
  await choose(theirs, 'View', 'menuitemradio', 'By trade')
  await expect(day).toHaveCount(0)
  await choose(theirs, 'By trade', 'menuitem', 'Delete view')
  await expect(day).toBeVisible()
  await other.close()
})

/** Chooses an entry of the menu of the views, whose button bears the name of the view. */
async function choose(
  page: Page,
  view: string,
  role: 'menuitem' | 'menuitemradio',
  name: string,
): Promise<void> {
  await page.getByRole('button', { name: view, exact: true }).click()
  await page.getByRole(role, { name, exact: true }).click()
}

test('groups with subtotals, and conditions in groups', async ({ page, context }) => {
  const grid = await openGrid(page, context, '/sheet')
  await page.getByRole('button', { name: 'Column Trade' }).click({ force: true })
  await page.getByRole('menuitem', { name: 'Group by Trade' }).click()
  const head = grid.getByRole('row').filter({ hasText: 'Concrete' }).first()
  await expect(head).toContainText('500')
  await expect(head).toContainText('€5,000.00')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('button', { name: 'Combine with “and” and “or” …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conditions' })
  await dialog.getByRole('button', { name: 'Add group' }).first().click()
  await expect(dialog.getByRole('group', { name: 'How many must hold' })).toHaveCount(2)
  for (const at of [0, 1]) {
    await dialog.getByRole('combobox', { name: 'Field' }).nth(at).click()
    await page.getByRole('option', { name: at === 0 ? 'Number' : 'Title', exact: true }).click()
    await dialog
      .getByRole('textbox', { name: 'Value' })
      .nth(at)
      .fill(at === 0 ? 'P-00' : 'Position 1')
  }
  await dialog.getByRole('button', { name: 'Show records' }).click()
  await expect(head).not.toContainText('500')
})

test('columns are moved, widened, pinned and put away by keyboard', async ({ page, context }) => {
  const grid = await openGrid(page, context)
  const heads = async (): Promise<string[]> => grid.getByRole('columnheader').allInnerTexts()
  const choose = async (name: string, entry: string): Promise<void> => {
    const index = (await heads()).findIndex((text) => text.includes(name)) - 1
    await grid.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowUp')
    for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    const item = page.getByRole('menuitem', { name: entry, exact: true })
    await expect(item).toBeVisible()
    await item.press('Enter')
    await expect(item).toHaveCount(0)
  }
  const trade = grid.getByRole('columnheader', { name: /Trade/ })
  const before = (await trade.boundingBox())?.width ?? 0
  await choose('Trade', 'Wider')
  await expect
    .poll(async () => Math.round((await trade.boundingBox())?.width ?? 0))
    .toBe(Math.round(before) + 40)
  await choose('Trade', 'As wide as its contents')
  await expect.poll(async () => (await trade.boundingBox())?.width ?? Infinity).toBeLessThan(before)
  await choose('Trade', 'Move right')
  await expect
    .poll(async () => (await heads()).join().indexOf('Price') < (await heads()).join().indexOf('Trade'))
    .toBe(true)
  await choose('City', 'Keep at the left')
  await expect
    .poll(async () => (await heads()).join().indexOf('City') < (await heads()).join().indexOf('Price'))
    .toBe(true)
  await choose('Day', 'Hide column')
  await expect(grid.getByRole('columnheader', { name: /Day/ })).toHaveCount(0)
})

test('a paste names the cell that cannot take it; then all of it is written, filled on, and taken back', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  await cell(grid, 10, 3).click()
  await paste(page, '11\nmuch\n13')
  await expect(cell(grid, 11, 3)).toHaveAttribute('aria-invalid', 'true')
  expect(await priceOf('P-0010')).toBe('10')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await cell(grid, 10, 3).click()
  await paste(page, '11\n12')
  await expect(cell(grid, 11, 3)).toContainText('12.00')
  await expect.poll(() => priceOf('P-0011')).toBe('12')
  // The corner of the range, dragged two lines down: the series goes on.
  await grid.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: 'Sum' })).toContainText('Average €11.50 Sum €23.00')
  const corner = grid.locator('[data-fill-corner]')
  const from = await corner.boundingBox()
  const to = await cell(grid, 13, 3).boundingBox()
  if (!from || !to) throw new Error('not on the screen')
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => Promise.all(['P-0012', 'P-0013'].map(priceOf))).toEqual(['13', '14'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => priceOf('P-0013')).toBe('10')
})

test('a reader adds up a column by its menu, and takes that back', async ({ page, context }) => {
  const grid = await openGrid(page, context)
  const addUp = async (what: string): Promise<void> => {
    await grid.getByRole('columnheader', { name: /Price/ }).hover()
    await grid.getByRole('button', { name: 'Column Price' }).click()
    await page.getByRole('menuitem', { name: 'Below the column' }).click()
    await page.getByRole('menuitemradio', { name: what, exact: true }).click()
  }
  await addUp('Max.')
  await expect(grid.getByText('Max.')).toBeVisible()
  await addUp('Sum')
  await expect(grid.getByText('Sum', { exact: true })).toHaveCount(1)
  await addUp('Nothing')
  await expect(grid.getByText('Sum', { exact: true })).toHaveCount(0)
})

test('the menu of the view groups by a column, chosen from the menu behind it', async ({ page, context }) => {
  const grid = await openGrid(page, context)
  await page.getByRole('button', { name: 'Columns and view' }).click()
  await page.getByRole('menuitem', { name: 'Group by' }).press('ArrowRight')
  const inner = page.getByRole('menu', { name: 'Group by' })
  await inner.getByRole('menuitemcheckbox', { name: 'Trade' }).press('Enter')
  await expect(grid.getByText('Concrete').first()).toBeVisible()
  await expect(grid.getByText('Position 0', { exact: true })).toHaveCount(0)
})

test('what was pasted is chosen, a pattern fills what is chosen, and cut cells are empty', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  await cell(grid, 30, 5).click()
  await paste(page, 'Mainz\nKiel')
  await expect(cell(grid, 31, 5)).toContainText('Kiel')
  const status = page.getByRole('status').filter({ hasText: 'Count' })
  await expect(status).toContainText('2')
  await cell(grid, 30, 5).click()
  await cell(grid, 33, 5).click({ modifiers: ['Shift'] })
  await paste(page, 'Mainz\nKiel')
  await expect(cell(grid, 32, 5)).toContainText('Mainz')
  await expect(cell(grid, 33, 5)).toContainText('Kiel')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    document.dispatchEvent(new ClipboardEvent('cut', { clipboardData, bubbles: true, cancelable: true }))
    document.body.dataset['cut'] = clipboardData.getData('text/plain')
  })
  await expect(cell(grid, 33, 5)).toHaveText('')
  expect(await page.locator('body').getAttribute('data-cut')).toMatch(/^Mainz\r?\nKiel\r?\nMainz\r?\nKiel/)
})

test('rows past the end of the list become records, after a question', async ({ page, context }) => {
  const grid = await openGrid(page, context)
  await page.getByPlaceholder('Search').fill('P-1999')
  await expect(grid.getByText('Position 1999')).toBeVisible()
  await expect(grid).toHaveAttribute('aria-rowcount', '2')
  await cell(grid, 0, 0).click()
  await paste(page, 'P-1999\tPosition 1999\nP-1999a\tAdded one\nP-1999b\tAdded two')
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText('Add 2 records?')
  await question.getByRole('button', { name: 'Add records' }).click()
  await expect(grid.getByText('Added two')).toBeVisible()
})

test('a bulk write that met somebody else’s change asks record by record', async ({ page, context }) => {
  // No news reach the page: what is stored is newer than what it shows.
  await page.route('**/api/changes*', (route) => route.abort())
  const grid = await openGrid(page, context)
  await cell(grid, 20, 3).click()
  await callAs(owner, `PATCH /api/records/positions/${await idOf('P-0021')}`, { price: '99' }, workspace)
  await expect(cell(grid, 21, 3)).toContainText('10.00')
  await paste(page, '50\n51\n52')
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed the same fields' })
  await expect(dialog).toContainText('Position 21')
  await expect(dialog).toContainText('99')
  expect(await priceOf('P-0020')).toBe('10')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => Promise.all(['P-0020', 'P-0021', 'P-0022'].map(priceOf)))
    .toEqual(['50', '51', '52'])
})

test('the record of the cursor stands beside the list and follows it', async ({ page, context }) => {
  const grid = await openGrid(page, context)
  await cell(grid, 2, 1).click()
  await grid.focus()
  await page.keyboard.press('Alt+Enter')
  const detail = page.getByRole('complementary', { name: 'Details' })
  await expect(detail).toContainText('Position 2')
  await page.keyboard.press('ArrowDown')
  await expect(detail).toContainText('Position 3')
  await detail.getByRole('button', { name: 'Next record' }).click()
  await expect(detail).toContainText('Position 4')
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
})

test('the same records as board, calendar, gallery and pivot table', async ({ page, context }) => {
  await openGrid(page, context)
  const as = async (kind: string): Promise<void> => {
    await page.getByRole('button', { name: 'Columns and view' }).click()
    await page.getByRole('menuitemradio', { name: kind, exact: true }).click()
  }
  await as('Board')
  const steel = page.getByRole('list', { name: 'Steel' }).or(page.getByLabel('Steel')).first()
  const card = steel.getByText('Position 1', { exact: true }).first()
  await expect(card).toBeVisible()
  await card.dragTo(page.getByRole('list', { name: 'Timber' }).or(page.getByLabel('Timber')).first())
  await expect
    .poll(async () => {
      const { results } = await callAs<{ results: { rows: { trade: string }[] }[] }>(
        owner,
        'POST /api/query',
        {
          queries: [
            { model: 'positions', where: { field: 'number', op: 'eq', value: 'P-0001' }, fields: ['trade'] },
          ],
        },
        workspace,
      )
      return results[0]?.rows[0]?.trade
    })
    .toBe('Timber')
  const today = new Date()
  const dayOf = (day: number): string =>
    `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const dated = await idOf('P-0005')
  await callAs(owner, `PATCH /api/records/positions/${dated}`, { day: dayOf(10) }, workspace)
  await as('Calendar')
  const entry = page.getByText('Position 5', { exact: true })
  await expect(entry).toBeVisible()
  await entry.dragTo(page.locator(`time[datetime="${dayOf(12)}"]`))
  await expect
    .poll(
      async () =>
        (await callAs<{ day: string }>(owner, `GET /api/records/positions/${dated}`, undefined, workspace))
          .day,
    )
    .toBe(dayOf(12))
  await as('Gallery')
  await expect(page.getByText('Position 0', { exact: true })).toBeVisible()
  await as('Pivot table')
  const total = page.getByRole('table').getByRole('row').filter({ hasText: 'Total' }).last()
  await expect(total).toContainText(/2,00[02]/)
})

test('a change and a paste are taken back and done again after the page was left', async ({
  page,
  context,
}) => {
  const grid = await openGrid(page, context)
  await cell(grid, 30, 3).click()
  await page.keyboard.type('31')
  await page.keyboard.press('Enter')
  await expect.poll(() => priceOf('P-0030')).toBe('31')
  await cell(grid, 31, 3).click()
  await paste(page, '41\n42')
  const prices = (): Promise<string[]> => Promise.all(['P-0030', 'P-0031', 'P-0032'].map(priceOf))
  await expect.poll(prices).toEqual(['31', '41', '42'])
  const again = async (): Promise<void> => {
    await page.reload()
    await expect(cell(grid, 30, 3)).toBeVisible()
    await grid.focus()
  }
  await again()
  await page.keyboard.press('Control+z')
  await expect.poll(prices).toEqual(['31', '10', '10'])
  await page.keyboard.press('Control+z')
  await expect.poll(prices).toEqual(['10', '10', '10'])
  await expect(cell(grid, 30, 3)).toContainText('10.00')
  await again()
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(prices).toEqual(['31', '10', '10'])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(prices).toEqual(['31', '41', '42'])
  await expect(cell(grid, 32, 3)).toContainText('42.00')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(prices).toEqual(['10', '10', '10'])
})

test('a finger that rests chooses a range, and its corner fills', async ({ browser }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 1024, height: 768 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const grid = await openGrid(page, context, `${server()}/objects?model=positions`)
  const client = await context.newCDPSession(page)
  const middle = async (line: number, column: number): Promise<{ x: number; y: number }> => {
    const box = await cell(grid, line, column).boundingBox()
    if (!box) throw new Error('not on the screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const price = 3
  const start = await middle(2, price)
  await touch('touchStart', start)
  // eslint-disable-next-line playwright/no-wait-for-timeout -- a finger rests
  await page.waitForTimeout(700)
  for (const line of [2, 3, 4]) await touch('touchMove', await middle(line, price))
  await touch('touchEnd')
  const corner = grid.locator('[data-fill-corner]')
  await expect(cell(grid, 4, price).locator('[data-fill-corner]')).toBeVisible()
  expect(await grid.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  // The first of them gets another price, and the corner carries it on.
  await page.keyboard.press('Escape')
  await cell(grid, 2, price).tap()
  await cell(grid, 2, price).tap()
  await grid.getByRole('textbox').fill('77')
  await page.keyboard.press('Enter')
  await expect.poll(() => priceOf('P-0002')).toBe('77')
  await cell(grid, 2, price).tap()
  const grip = await corner.boundingBox()
  if (!grip) throw new Error('not on the screen')
  await touch('touchStart', { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 })
  for (const line of [3, 4, 5]) await touch('touchMove', await middle(line, price))
  await touch('touchEnd')
  await expect
    .poll(() => Promise.all(['P-0003', 'P-0005', 'P-0006'].map(priceOf)))
    .toEqual(['77', '77', '10'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => priceOf('P-0005')).toBe('10')
  await context.close()
})

test('on a phone groups stand under each other among the cards, and open', async ({ page, context }) => {
  const grid = await openGrid(page, context, '/sheet')
  await page.getByRole('button', { name: 'Column Trade' }).click({ force: true })
  await page.getByRole('menuitem', { name: 'Group by Trade' }).click()
  await expect(grid.getByRole('button', { name: /Concrete/ })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const heads = page
    .getByRole('main')
    .getByRole('button', { expanded: false })
    .filter({ hasText: new RegExp(`^(${trades.join('|')})`) })
  await expect(heads).toHaveCount(4)
  const tops = await heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().top))
  for (const [at, top] of tops.entries()) if (at > 0) expect(top - (tops[at - 1] ?? 0)).toBeGreaterThan(40)
  await heads.first().click()
  await expect(page.getByRole('article').first()).toContainText('Concrete')
})

test('numbers are typed over cells without an input, which comes with the first key that is its own', async ({
  page,
  context,
}) => {
  const schema = {
    version: 1,
    fields: [
      { key: 'name', label: 'Name', type: 'text', required: true },
      { key: 'length', label: 'Length', type: 'decimal' },
    ],
    title_field: 'name',
  }
  const model = { key: 'measures', label: 'Measures', construct_type: 'item', schema }
  await callAs(owner, 'POST /api/models', model, workspace)
  const create = ['North', 'South', 'East', 'West'].map((name) => ({ name, length: '1' }))
  await callAs(owner, 'POST /api/records/measures/bulk', { create }, workspace)
  const lengths = async (): Promise<unknown> => {
    const query = { model: 'measures', fields: ['name', 'length'] }
    const { results } = await callAs<{ results: { rows: { name: string; length: string }[] }[] }>(
      owner,
      'POST /api/query',
      { queries: [query] },
      workspace,
    )
    return Object.fromEntries((results[0]?.rows ?? []).map(({ name, length }) => [name, length]))
  }
  await enterAs(context, owner)
  await page.goto('/objects?model=measures')
  const grid = page.getByRole('grid')
  const nameOf = (line: number): Promise<string> => cell(grid, line, 0).innerText()
  await cell(grid, 0, 1).click()
  const lines = [await nameOf(0), await nameOf(1), await nameOf(2), await nameOf(3)]
  // Typed and taken; a sign taken back.
  for (const key of ['7', '9', 'Backspace', '.', '5', 'Enter']) await page.keyboard.press(key)
  await expect(cell(grid, 0, 1)).toContainText('7.5')
  // Escape leaves it as it was.
  for (const key of ['4', 'Escape', 'ArrowDown']) await page.keyboard.press(key)
  await expect(cell(grid, 1, 1)).toContainText('1')
  // An arrow is the input’s, and moves in it what was typed.
  for (const key of ['2', '6', 'ArrowLeft', '4', 'Enter']) await page.keyboard.press(key)
  await expect(cell(grid, 2, 1)).toContainText('246')
  // What is no number stays, and says so; the pointer takes what was typed as well as Enter does.
  for (const key of ['5', '-', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText('Enter a number, like')).toBeVisible()
  await expect(cell(grid, 3, 1).getByRole('textbox')).toHaveValue('5-')
  await page.keyboard.press('Escape')
  await expect(grid).toBeFocused()
  await page.keyboard.press('8')
  await cell(grid, 0, 0).click()
  await expect(cell(grid, 3, 1)).toContainText('8')
  // Left alone, the input comes, with the end of what was typed.
  await cell(grid, 1, 1).click()
  await page.keyboard.press('3')
  await expect(cell(grid, 1, 1).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('1')
  await page.keyboard.press('Tab')
  const [first = '', second = '', third = '', fourth = ''] = lines
  await expect.poll(lengths).toEqual({ [first]: '7.5', [second]: '31', [third]: '246', [fourth]: '8' })
})
