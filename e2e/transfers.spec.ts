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
  await checkAxe(page)
  await takePictures(page, 'schedule-form')
  await drawer.getByRole('button', { name: 'Save schedule' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Nightly parts' })
  await expect(line).toContainText('On weekdays at 06:00')
  await expect(line).toContainText('Next run')
  await line.getByRole('button', { name: 'Run now' }).click()
  await expect(line).toContainText('Last run done')
  await checkAxe(page)
  await takePictures(page, 'schedules')
  await line.getByRole('button', { name: 'Show runs' }).click()
  await expect(drawer.getByText('Nightly parts.csv')).toBeVisible()
  await takePictures(page, 'schedule-runs')
  const saved = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('Nightly parts.csv')
  await page.keyboard.press('Escape')
  await line.getByRole('button', { name: 'Pause' }).click()
  await expect(line).toContainText('Paused')
})
