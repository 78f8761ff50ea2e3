import { setTimeout as wait } from 'node:timers/promises'
import { checkAxe } from './support/check-axe.ts'
import { makeCustomers } from './support/customers.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

const names = ['Adler Bau', 'Berg Immobilien', 'City Wohnen', 'Dorn Holz']

test('what is deleted goes to the bin: looked at, brought back, removed for good', async ({
  page,
  context,
}) => {
  const { owner, workspace, ids } = await makeCustomers(context, names)
  await page.goto(`/customers/${ids[0]}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const toasts = page.getByRole('region', { name: /notifications/i })
  await expect(toasts.getByText('Moved to the bin')).toBeVisible()
  await expect(toasts.getByRole('button', { name: 'Undo' })).toBeVisible()
  await callAs(owner, 'POST /api/records/customers/bulk', { delete: ids.slice(1, 3) }, workspace)

  await page.getByRole('link', { name: 'Bin' }).click()
  await expect(page).toHaveURL('/bin')
  const rows = page.getByRole('list', { name: 'Deleted records' })
  await expect(rows.getByRole('listitem')).toHaveCount(3)
  await checkAxe(page)
  await takePictures(page, 'bin')
  await page.getByRole('searchbox', { name: 'Search the bin' }).fill('adl')
  await expect(rows.getByRole('listitem')).toHaveCount(1)
  await rows.getByRole('button', { name: 'Adler Bau', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Adler Bau' })
  await expect(preview.getByText('+49 30 555 0100')).toBeVisible()
  await takePictures(page, 'bin-preview')
  await preview.getByRole('button', { name: 'Bring back' }).click()
  await expect(preview).toBeHidden()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the bin' }).fill('')
  await expect(rows.getByRole('listitem')).toHaveCount(2)

  await page.getByRole('checkbox', { name: 'Choose Berg Immobilien' }).check()
  await page.getByRole('button', { name: 'Remove for good' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(/all values in their history/)).toBeVisible()
  await expect(question.getByRole('button', { name: 'Remove for good' })).toBeDisabled()
  await takePictures(page, 'purge')
  await question.getByRole('textbox').fill('Berg Immobilien')
  await question.getByRole('button', { name: 'Remove for good' }).click()
  await expect(rows.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Choose all' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Bring back' }).click()
  // Of this model, or at all: whichever of the two answers is there first.
  await expect(page.getByText(/^(Nothing of Customers is in the bin|The bin is empty)$/)).toBeVisible()

  await page.goto('/customers')
  await expect(page.getByText('City Wohnen').first()).toBeVisible()
  await expect(page.getByText('Adler Bau').first()).toBeVisible()
  await expect(page.getByText('Berg Immobilien')).toHaveCount(0)

  await callAs(owner, 'POST /api/records/customers/bulk', { delete: [ids[0], ids[2]] }, workspace)
  await page.goto('/bin')
  await page.getByRole('button', { name: 'Empty the bin' }).click()
  await expect(question).toContainText('Remove 2 records for good?')
  await question.getByRole('textbox').fill('2')
  await question.getByRole('button', { name: 'Empty the bin' }).click()
  await expect(page.getByText('The bin is empty')).toBeVisible()
})

test('[C-07] versions of a record are looked at, compared, and one is restored', async ({
  page,
  context,
}) => {
  const { owner, workspace, ids } = await makeCustomers(context, names)
  const change = (values: unknown): Promise<unknown> =>
    callAs(owner, `PATCH /api/records/customers/${ids[0]}`, values, workspace)
  await change({ name: 'Adler Hochbau', phone: null })
  await change({ name: 'Adler Gruppe', email: 'post@adler.test' })
  await page.goto(`/customers/${ids[0]}`)
  await page.getByRole('tab', { name: 'History' }).click()
  const entries = page.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })
  await expect(entries).toHaveCount(3)
  await expect(entries.nth(1)).toContainText('Adler Hochbau')
  await checkAxe(page)
  await takePictures(page, 'history')

  await entries
    .nth(2)
    .getByRole('button', { name: /Version of/ })
    .click()
  await page.getByRole('menuitem', { name: 'As it was then' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /Name/ })).toContainText('Adler Bau')
  await dialog.getByRole('combobox', { name: 'Compare with' }).selectOption('now')
  await expect(dialog.getByText('3 fields differ')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Name/ })).toContainText('Adler Gruppe')
  await checkAxe(page)
  await takePictures(page, 'versions')
  await dialog.getByRole('button', { name: 'Restore version' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Name')
  // Somebody else is faster, and it shows behind the question: the field that both changed is asked about.
  await change({ name: 'Adler & Söhne' })
  await expect(page.locator('main li', { hasText: 'Adler & Söhne' })).toBeAttached()
  await question.getByRole('button', { name: 'Restore this version' }).click()
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed the same fields' })
  await expect(conflict).toContainText('Adler & Söhne')
  await conflict.getByText('What is stored now').click()
  await conflict.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Version restored')).toBeVisible()
  await expect(entries).toHaveCount(5)
  await page.getByRole('tab', { name: 'Details' }).click()
  // The history says the number too, until it is gone.
  await expect(entries).toHaveCount(0)
  await expect(page.getByText('+49 30 555 0100')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Adler & Söhne' })).toBeVisible()
})

test('a list shows what was there at a moment, to look at only', async ({ page, context }) => {
  const { owner, workspace, ids } = await makeCustomers(context, names)
  await callAs(owner, `DELETE /api/records/customers/${ids[3]}`, undefined, workspace)
  await page.goto('/customers')
  await expect(page.getByText('Adler Bau').first()).toBeVisible()
  await expect(page.getByText('Dorn Holz')).toHaveCount(0)
  await page.getByRole('button', { name: 'Look at the past' }).click()
  await checkAxe(page)
  await page.getByRole('button', { name: 'A day ago' }).click()
  await expect(page.getByText('Read only.')).toBeVisible()
  await expect(page.getByText('Adler Bau')).toHaveCount(0)
  await takePictures(page, 'as-of')
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(page.getByText('Adler Bau').first()).toBeVisible()
})

test('board, calendar, gallery and pivot show the past of a list, and nothing in it can be moved', async ({
  page,
  context,
}) => {
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  const call = <Answer>(name: string, body?: unknown): Promise<Answer> => callAs(owner, name, body, workspace)
  const fields = [
    { key: 'title', label: 'Title', type: 'text' },
    { key: 'state', label: 'State', type: 'select', options: ['Open', 'Closed'] },
    { key: 'due', label: 'Due', type: 'date' },
    { key: 'cost', label: 'Cost', type: 'decimal', scale: 2 },
  ]
  await call('POST /api/models', {
    key: 'defects',
    label: 'Defects',
    schema: { fields, title_field: 'title' },
  })
  const due = new Date().toISOString().slice(0, 10)
  const [crack, leak] = await Promise.all(
    ['Crack', 'Leak'].map((title) =>
      call<{ id: string }>('POST /api/records/defects', { title, state: 'Open', due, cost: '10' }),
    ),
  )
  await call('POST /api/records/defects', { title: 'Stain', state: 'Closed', due, cost: '1' })
  await wait(20)
  const then = new Date().toISOString()
  await wait(20)
  await call(`PATCH /api/records/defects/${crack?.id}`, { state: 'Closed', cost: '30' })
  await call(`DELETE /api/records/defects/${leak?.id}`)
  // A day ago nobody was here yet: what is asked about then is asked about a moment ago.
  await page.route('**/api/query', (route) =>
    route.continue({
      postData: (route.request().postData() ?? '').replaceAll(/"as_of":"[^"]+"/g, `"as_of":"${then}"`),
    }),
  )
  await enterAs(context, owner)
  await page.goto('/objects?model=defects')
  await expect(page.getByText('Crack')).toBeVisible()
  const show = async (kind: string): Promise<void> => {
    await page.getByRole('button', { name: 'Columns and view' }).click()
    await page.getByRole('menuitemradio', { name: kind }).click()
  }
  await page.getByRole('button', { name: 'Look at the past' }).click()
  await page.getByRole('button', { name: 'A day ago' }).click()
  await expect(page.getByRole('row', { name: /Leak/ })).toBeVisible()

  await show('Board')
  const open = page.getByRole('group', { name: 'Open' })
  await expect(open.getByRole('listitem')).toHaveCount(2)
  await expect(open.getByRole('heading')).toHaveText(/Open\s*2/)
  await expect(page.getByRole('button', { name: 'Move to' })).toHaveCount(0)
  await expect(open.locator('[draggable=true]')).toHaveCount(0)
  await checkAxe(page)
  await takePictures(page, 'as-of-board')
  // What narrows it holds for then, too.
  await page.getByRole('searchbox', { name: 'Search' }).last().fill('leak')
  await expect(open.getByRole('heading')).toHaveText(/Open\s*1/)
  await page.getByRole('searchbox', { name: 'Search' }).last().fill('')

  await show('Pivot table')
  const pivot = page.getByRole('table', { name: 'Defects' })
  await page.getByRole('combobox', { name: 'Adds up' }).selectOption('Cost')
  await expect(pivot.getByRole('row', { name: /Open/ })).toContainText('20')
  await expect(pivot.getByRole('row', { name: /Total/ }).last()).toContainText('21')

  await show('Calendar')
  await expect(page.getByRole('table').getByText('Leak')).toBeVisible()
  await expect(page.locator('td [draggable=true]')).toHaveCount(0)

  await show('Gallery')
  await page.getByRole('group', { name: 'Defects' }).getByRole('button', { name: 'Leak' }).click()
  await expect(page.getByRole('dialog', { name: /As it was/ })).toContainText('Open')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Export as CSV' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Repeat this export' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(page.getByText('Leak')).toHaveCount(0)
  await show('Board')
  await expect(page.getByRole('group', { name: 'Closed' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Move to' })).toHaveCount(2)
})

test('[E-07] what the archetype of one record adds is shown: details, versions and form', async ({
  page,
  context,
}) => {
  const { owner, workspace } = await makeCustomers(context, names.slice(0, 1))
  const call = <Answer extends object>(name: string, body: unknown): Promise<Answer> =>
    callAs<Answer>(owner, name, body, workspace)
  const fields = [{ key: 'reach', label: 'Reach', type: 'number' }]
  const archetype = await call<{ id: string }>('POST /api/archetypes', {
    name: 'Crane',
    schema: { version: 1, assemblies: [{ key: 'main', label: 'Main', fields }] },
  })
  const { id } = await call<{ id: string }>('POST /api/records/customers', {
    name: 'Tower crane',
    archetype_id: archetype.id,
    reach: 41,
  })
  await call(`PATCH /api/records/customers/${id}`, { reach: 52 })
  await page.goto(`/customers/${id}`)
  await expect(page.getByText('Reach')).toBeVisible()
  await expect(page.getByText('52')).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Ada Lovelace' })
    .last()
    .getByRole('button', { name: /Version of/ })
    .click()
  await page.getByRole('menuitem', { name: 'As it was then' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /Reach/ })).toContainText('41')
  await page.goto(`/customers/${id}/edit`)
  await expect(page.getByLabel('Reach')).toHaveValue('52')
})
