import { checkAxe } from './support/check-axe.ts'
import { makeCustomers } from './support/customers.ts'
import { callAs } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

const fields = [
  { key: 'name', label: 'Name', type: 'text', required: true },
  { key: 'kind', label: 'Kind', type: 'select', options: ['A', 'B'] },
]

test('the page of a record in the bin says so, and brings it back', async ({ page, context }) => {
  const { owner, workspace, ids } = await makeCustomers(context, ['Huber'])
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  const [id] = ids
  const { token } = await call<{ token: string }>(`GET /api/records/customers/${id}`)
  await call(`DELETE /api/records/customers/${id}`)
  await page.goto(`${server()}/o/${token}`)
  await expect(page.getByRole('heading', { name: 'This record is in the bin' })).toBeVisible()
  await expect(page.getByText(`by ${owner.name}`)).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'record-in-bin')
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByRole('heading', { name: 'This record is in the bin' })).toBeHidden()
  await expect(page.getByText('Huber').first()).toBeVisible()
})

test('a view whose field was removed offers to leave it out', async ({ page, context }) => {
  const { owner, workspace } = await makeCustomers(context, [])
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  const model = await call<{ id: string; schema: object }>('POST /api/models', {
    key: 'walks',
    label: 'Walks',
    schema: { title_field: 'name', fields },
  })
  await call('POST /api/records/walks', { name: 'First', kind: 'A' })
  await call('POST /api/records/walks', { name: 'Second', kind: 'B' })
  await call('POST /api/records/sys_view', {
    title: 'Only A',
    list: 'walks',
    model: 'walks',
    shared: true,
    default_for: ['owner'],
    settings: {
      filters: { field: 'kind', op: 'eq', value: 'A' },
      sort: [{ field: 'kind', dir: 'asc' }],
    },
  })
  const schema = { title_field: 'name', fields: fields.slice(0, 1) }
  await call(`PUT /api/models/${model.id}`, { schema, drop: ['kind'] })
  await page.goto(`${server()}/objects?model=walks`)
  await expect(page.getByText(/It asks for a field that is not there/)).toBeVisible()
  await page.getByRole('button', { name: 'Leave out what is not there' }).click()
  await expect(page.getByText('Second')).toBeVisible()
  await expect(page.getByText('First')).toBeVisible()
})
