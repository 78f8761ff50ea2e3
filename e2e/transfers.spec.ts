import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

let owner: Person
let workspace: Workspace

test.beforeAll(async () => {
  owner = await newPerson(server(), 'Mara Falk')
  workspace = await newWorkspace(owner)
  const fields = [
    { key: 'code', label: 'Code', type: 'text', required: true },
    { key: 'price', label: 'Price', type: 'money', scale: 2 },
  ]
  await callAs(owner, 'POST /api/models', { key: 'parts', label: 'Parts', schema: { fields } }, workspace)
  await callAs(owner, 'POST /api/records/parts', { code: 'Bolt', price: '1.00' }, workspace)
})
test.beforeEach(async ({ context }) => enterAs(context, owner))

test('a long import shows how far it is, is cancelled, goes on where it stopped, and stands in the list', async ({
  page,
}) => {
  test.slow()
  const rows = Array.from({ length: 28_000 }, (_, at) => `P-${at},${at % 7 === 0 ? 'cheap' : '2.50'}`)
  await page.goto(`${server()}/import?model=parts`)
  await page.getByLabel('File to import').setInputFiles({
    name: 'parts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['code,price', ...rows].join('\n')),
  })
  await page.getByLabel('Leave the row out and import the others').check()
  await takePictures(page, 'import-columns')
  await page.getByRole('button', { name: 'Import 28,000 rows' }).click()
  await expect(page.getByText(/rows a second/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await expect(page.getByRole('heading', { name: 'The import was cancelled' })).toBeVisible()
  await expect(page.getByText(/of 28,000 rows were dealt with/)).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'import-cancelled')
  // It goes on, is followed again, and may be stopped again.
  await page.getByRole('button', { name: 'Go on with the import' }).click()
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await expect(page.getByRole('heading', { name: 'The import was cancelled' })).toBeVisible()
  await page.goto(`${server()}/transfers`)
  const line = page.getByRole('listitem').filter({ hasText: 'parts.csv' })
  await expect(line).toContainText('Cancelled')
  await checkAxe(page)
  await line.getByRole('button', { name: 'Go on' }).click()
  await expect(line).toContainText('Running')
  await takePictures(page, 'transfers-running')
  await expect(line).toContainText('Done', { timeout: 60_000 })
  await expect(line).toContainText('24,000 added')
  await expect(line).toContainText('4,000 left out')
  await takePictures(page, 'transfers-done')
})

test('an export is repeated by a plan: made in a form, run now, its file in the list of runs', async ({
  page,
}) => {
  await page.goto(`${server()}/transfers`)
  await page.getByRole('tab', { name: 'Schedules' }).click()
  await expect(page.getByText('No schedules yet')).toBeVisible()
  await takePictures(page, 'schedules-empty')
  await page.getByRole('button', { name: 'New scheduled export' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name required' }).fill('Nightly parts')
  await drawer.getByRole('combobox', { name: 'Model required' }).selectOption('parts')
  await expect(drawer.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  await drawer.getByRole('checkbox', { name: 'Mon' }).uncheck()
  await drawer.getByRole('textbox', { name: 'Time', exact: true }).fill('7:30')
  await checkAxe(page)
  await takePictures(page, 'schedule-form')
  await drawer.getByRole('button', { name: 'Save schedule' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Nightly parts' })
  await expect(line).toContainText('Every Tuesday, Wednesday, Thursday and Friday at 07:30')
  await expect(line).toContainText('Next run')
  await line.getByRole('button', { name: 'Run now' }).click()
  await expect(line).toContainText('Last run done')
  await checkAxe(page)
  await takePictures(page, 'schedules')
  await line.getByRole('button', { name: 'Show runs' }).click()
  await expect(drawer.getByText(/^Nightly parts \d{4}-\d\d-\d\d\.csv$/)).toBeVisible()
  await takePictures(page, 'schedule-runs')
  const saved = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Nightly parts \d{4}-\d\d-\d\d\.csv$/)
  await page.keyboard.press('Escape')
  await line.getByRole('button', { name: 'Pause' }).click()
  await expect(line).toContainText('Paused')
})

test('what a list shows leaves as a file of that name and day, and is repeated on a day of each month', async ({
  page,
}) => {
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  for (const code of ['Anchor', 'Bracket', 'Beam'])
    await call('POST /api/records/parts', { code, price: '7.50' })
  await page.goto(`${server()}/objects?model=parts`)
  await page.getByRole('searchbox', { name: 'Search' }).last().fill('b')
  const grid = page.getByRole('grid').or(page.getByRole('treegrid')).first()
  await expect(grid.getByText('Bracket')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Parts \d{4}-\d\d-\d\d\.csv$/)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Repeat this export' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('textbox', { name: 'Name required' })).toHaveValue('Parts')
  await expect(drawer.getByRole('searchbox', { name: 'Found by these words' })).toHaveValue('b')
  await drawer.getByRole('combobox', { name: 'Repeat' }).selectOption('On a day of each month')
  await drawer.getByRole('combobox', { name: 'Day of the month' }).selectOption('The last day')
  await checkAxe(page)
  await takePictures(page, 'repeat-list')
  await drawer.getByRole('button', { name: 'Save schedule' }).click()
  await expect(drawer).toBeHidden()
  const { results } = await call<{ results: { rows: Record<string, unknown>[] }[] }>('POST /api/query', {
    queries: [{ model: 'sys_schedule', where: { field: 'name', op: 'eq', value: 'Parts' } }],
  })
  expect(results[0]?.rows[0]).toMatchObject({
    plan: '0 6 L * *',
    zone: 'Europe/Berlin',
    model: 'parts',
    format: 'xlsx',
    query: { search: 'b', fields: expect.arrayContaining(['code', 'price', 'revision']) },
  })

  // What it takes is changed later as in the list: conditions, words and columns.
  await page.goto(`${server()}/transfers`)
  await page.getByRole('tab', { name: 'Schedules' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Parts' }).filter({ hasText: 'last day' })
  await line.getByRole('button', { name: 'Edit' }).click()
  await drawer.getByRole('searchbox', { name: 'Found by these words' }).fill('')
  await drawer.getByRole('button', { name: 'Filter' }).click()
  const condition = page.getByRole('dialog', { name: 'New condition' })
  await condition.getByText('Code', { exact: true }).click()
  await condition.getByRole('combobox', { name: 'Code' }).selectOption('contains')
  await condition.getByRole('textbox').fill('Br')
  await condition.getByRole('button', { name: 'Add condition' }).click()
  await expect(drawer.getByText(/Code .*Br/)).toBeVisible()
  await drawer.getByRole('button', { name: /columns$/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Price' }).click()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'schedule-question')
  await drawer.getByRole('button', { name: 'Save schedule' }).click()
  await expect(drawer).toBeHidden()
  const changed = await call<{ results: { rows: { query: { fields: string[] } }[] }[] }>('POST /api/query', {
    queries: [{ model: 'sys_schedule', where: { field: 'name', op: 'eq', value: 'Parts' } }],
  })
  const query = changed.results[0]?.rows[0]?.query
  expect(query).toMatchObject({ where: { field: 'code', op: 'contains', value: 'Br' } })
  expect(query).not.toHaveProperty('search')
  expect(query?.fields).not.toContain('price')
})

test('a file that was uploaded and not imported is gone on with, or thrown away, from the list', async ({
  page,
}) => {
  const file = { mimeType: 'text/csv', buffer: Buffer.from('code,price\nLeft,3.25\n') }
  for (const name of ['left.csv', 'not-wanted.csv']) {
    await page.goto(`${server()}/import?model=parts`)
    await page.getByLabel('File to import').setInputFiles({ name, ...file })
    await expect(page.getByRole('heading', { name: 'What is in it' })).toBeVisible()
  }
  await page.goto(`${server()}/transfers`)
  const unwanted = page.getByRole('listitem').filter({ hasText: 'not-wanted.csv' })
  await expect(unwanted).toContainText('Not started')
  await checkAxe(page)
  await takePictures(page, 'transfers-left')
  await unwanted.getByRole('button', { name: 'Throw away' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Throw away' })
    .click()
  await expect(unwanted).toHaveCount(0)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'left.csv' })
    .getByRole('button', { name: 'Import it' })
    .click()
  await expect(page.getByRole('heading', { name: 'What is in it' })).toBeVisible()
  await expect(page.getByText('in left.csv')).toBeVisible()
  await page.getByRole('combobox', { name: 'Goes to' }).first().selectOption('parts')
  await page.getByRole('button', { name: /^Import 1 row/ }).click()
  await expect(page.getByText('1 records added.').or(page.getByText('1 record added.'))).toBeVisible()
})

test('a file that says what is not among the choices names it, and one button adds it', async ({ page }) => {
  const schema = {
    fields: [
      { key: 'name', label: 'Name', type: 'text', required: true },
      { key: 'unit', label: 'Unit', type: 'select', options: ['m2', 'pcs'] },
    ],
  }
  await callAs(owner, 'POST /api/models', { key: 'goods', label: 'Goods', schema }, workspace)
  await page.goto(`${server()}/import?model=goods`)
  await page.getByLabel('File to import').setInputFiles({
    name: 'goods.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,unit\nBrick,pcs\nGravel,t\nPaint,kg\n'),
  })
  await expect(page.getByText('Unit: kg, t')).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'import-new-choices')
  await page.getByRole('button', { name: 'Add these choices' }).click()
  await expect(page.getByText('Not among the choices')).toHaveCount(0)
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('3 records added.')).toBeVisible()
})
