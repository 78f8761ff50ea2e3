import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let tenantId: string
let ownerId: string
let catalogue: string

beforeAll(async () => {
  server = await startTestServer()
  const person = await signUp(server)
  const tenant = await makeWorkspace(person, 'Catalogues')
  tenantId = tenant.id
  ownerId = person.userId
  owner = api(person, tenant.id)
  const { status } = await owner.post('/api/standard-models', { keys: ['catalogue_prices'] })
  expect(status).toBe(201)
  catalogue = await make('catalogues', { code: 'OWN', name: 'Own prices' })
})

afterAll(() => server.stop())

async function make(model: string, values: Record<string, unknown>): Promise<string> {
  const { status, body } = await owner.post(`/api/records/${model}`, values)
  expect([status, body.error]).toEqual([201, undefined])
  return body.id
}
const item = (code: string, more: Record<string, unknown> = {}) =>
  make('catalogue_items', { catalogue, code, name: `Item ${code}`, unit: 'm3', ...more })
const read = async (model: string, id: string) => {
  const { body } = await owner.post('/api/query', {
    queries: [{ model, where: { field: 'id', op: 'eq', value: id } }],
  })
  return body.results[0].rows[0]
}
const latestOf = async (id: string) => {
  const { latest_price, latest_currency, latest_from } = await read('catalogue_items', id)
  return [latest_price, latest_currency, latest_from]
}
const refusal = ({ status, body }: { status: number; body: { error: { details: unknown[] } } }) => [
  status,
  body.error.details[0],
]

describe('prices of catalogue items', () => {
  it('give the item its latest price, also when one is changed, deleted and brought back', async () => {
    const concrete = await item('C-1')
    const old = { item: concrete, unit_price: '118.5', valid_from: '2026-01-01', valid_to: '2026-06-30' }
    await make('catalogue_prices', old)
    const now = await make('catalogue_prices', {
      item: concrete,
      unit_price: '121.75',
      valid_from: '2026-07-01',
    })
    expect(await latestOf(concrete)).toEqual(['121.750000', 'EUR', '2026-07-01'])
    await owner.patch(`/api/records/catalogue_prices/${now}`, { unit_price: '122' })
    expect(await latestOf(concrete)).toEqual(['122.000000', 'EUR', '2026-07-01'])
    expect((await owner.delete(`/api/records/catalogue_prices/${now}`)).status).toBe(204)
    expect(await latestOf(concrete)).toEqual(['118.500000', 'EUR', '2026-01-01'])
    const step = (await owner.post('/api/undo', {})).status
    expect([step, await latestOf(concrete)]).toEqual([200, ['122.000000', 'EUR', '2026-07-01']])
  })

  it('do not overlap; the refusal names the other price to whoever may see it', async () => {
    const sand = await item('S-1')
    await make('catalogue_prices', {
      item: sand,
      unit_price: '20',
      valid_from: '2026-01-01',
      source: 'manual',
    })
    const clash = { item: sand, unit_price: '21', valid_from: '2026-03-01' }
    expect(refusal(await owner.post('/api/records/catalogue_prices', clash))).toEqual([
      422,
      {
        path: 'attributes.valid_from',
        code: 'overlap',
        message: 'Another price of this item holds from 2026-01-01 on: 20 EUR (manual). Let it end first.',
        text: 'Another price of this item holds from {{first}} on: {{price}} {{currency}}. Let it end first.',
        values: { first: { day: '2026-01-01' }, price: { decimal: '20' }, currency: 'EUR (manual)' },
      },
    ])
    for (const other of [{ currency: 'CHF' }, { region: 'DE-BE' }, { min_qty: '100' }])
      await make('catalogue_prices', { ...clash, ...other })
    const backwards = { ...clash, currency: 'USD', valid_to: '2026-02-01' }
    expect(refusal(await owner.post('/api/records/catalogue_prices', backwards))[1]).toMatchObject({
      path: 'attributes.valid_to',
    })
  })

  it('of two that are written at the same moment one is refused', async () => {
    const gravel = await item('G-1')
    const price = (unit_price: string) =>
      owner.post('/api/records/catalogue_prices', { item: gravel, unit_price, valid_from: '2026-01-01' })
    const answers = await Promise.all(['1', '2', '3', '4', '5', '6'].map(price))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
  })

  it('the database refuses an overlap, too', async () => {
    const lime = await item('L-1')
    const price = { item: lime, unit_price: '1', valid_from: '2026-01-01', valid_to: '2026-01-31' }
    await make('catalogue_prices', price)
    const next = await make('catalogue_prices', {
      ...price,
      valid_from: '2026-02-01',
      valid_to: '2026-02-28',
    })
    await expect(
      server.sql(
        `update app.objects set attributes = attributes || '{"valid_from": "2026-01-31"}' where tenant_id = $1 and id = $2`,
        [tenantId, next],
      ),
    ).rejects.toThrow('one_price_at_a_time')
  })

  it('follow a writer who may not see the item’s other prices, without naming them', async () => {
    const slate = await item('SL-1')
    await make('catalogue_prices', { item: slate, unit_price: '77', valid_from: '2026-01-01' })
    const rows = { field: 'unit_price', op: 'lt', value: '50' }
    const grants = {
      catalogues: { verbs: ['read'] },
      catalogue_items: { verbs: ['read'] },
      catalogue_prices: { verbs: ['read', 'create'], rows },
    }
    const role = { kind: 'role' as const, key: 'blind', body: { label: 'Blind', grants } }
    await installDefinitions(server, tenantId, ownerId, [role])
    const { api: member } = await placePerson(server, tenantId, 'blind')
    const clash = { item: slate, unit_price: '21', valid_from: '2026-03-01' }
    const { status, body } = await member.post('/api/records/catalogue_prices', clash)
    expect([status, body.error.details[0].message]).toEqual([
      422,
      'Another price of this item holds on the same days.',
    ])
    await make('catalogue_prices', { ...clash, currency: 'CHF', valid_to: '2026-03-31' })
    const april = { ...clash, currency: 'CHF', valid_from: '2026-04-01' }
    expect((await member.post('/api/records/catalogue_prices', april)).status).toBe(201)
    expect(await latestOf(slate)).toEqual(['21.000000', 'CHF', '2026-04-01'])
  })
})

describe('catalogue items', () => {
  it('have a code of their own in the catalogue, in capitals or not', async () => {
    await item('Brick-1')
    const twin = { catalogue, code: 'BRICK-1', name: 'Other', unit: 'pcs' }
    expect(refusal(await owner.post('/api/records/catalogue_items', twin))).toMatchObject([
      422,
      { path: 'attributes.code', code: 'not_unique' },
    ])
    const second = await make('catalogues', { code: 'B', name: 'Second' })
    await make('catalogue_items', { ...twin, catalogue: second })
  })

  it('have a unit that is known', async () => {
    const wrong = { catalogue, code: 'U-1', name: 'Odd', unit: 'bucket' }
    expect(refusal(await owner.post('/api/records/catalogue_items', wrong))).toMatchObject([
      422,
      { path: 'attributes.unit', code: 'unit' },
    ])
    for (const unit of ['m²', 'Std.', 'Stück', 'lfm']) await item(`U-${unit}`, { unit })
  })

  it('are never replaced by themselves, over no number of steps', async () => {
    const [one, two, three] = [await item('R-1'), await item('R-2'), await item('R-3')]
    const replace = (id: string, replaced_by: string) =>
      owner.patch(`/api/records/catalogue_items/${id}`, { replaced_by })
    expect((await replace(one, two)).status).toBe(200)
    expect((await replace(two, three)).status).toBe(200)
    for (const id of [one, three])
      expect(refusal(await replace(three, id))).toMatchObject([
        422,
        { path: 'attributes.replaced_by', code: 'circle' },
      ])
  })
})
