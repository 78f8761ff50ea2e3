import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api, makeWorkspace, signUp, type Api, type ApiAnswer, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let as: Api
let tenantId: string

beforeAll(async () => {
  server = await startTestServer()
  owner = await signUp(server)
}, 120_000)
afterAll(() => server.stop())

type Values = Record<string, unknown> & { id: string; token: string }

const field = (key: string, type: string, more: object = {}) => ({ key, label: key, type, ...more })
const formula = (key: string, text: string, more: object = {}) =>
  field(key, 'formula', { formula: text, ...more })

const models = {
  item: [
    field('name', 'text'),
    field('price', 'money', { currency: 'EUR', scale: 2 }),
    field('unit', 'text'),
  ],
  estimate: [
    field('title', 'text'),
    field('discount', 'percent'),
    field('net', 'rollup', {
      rollup: { of: 'line.estimate', fn: 'sum', value: 'amount', where: 'optional != true' },
    }),
    field('lines', 'rollup', { rollup: { of: 'line.estimate', fn: 'count' } }),
    field('units', 'rollup', { rollup: { of: 'line.estimate', fn: 'list', value: 'unit' } }),
    field('latest', 'rollup', { rollup: { of: 'line.estimate', fn: 'max', value: 'due' } }),
    formula('total', 'net * (1 - coalesce(discount, 0))'),
  ],
  line: [
    field('estimate', 'relation', { target: 'estimate' }),
    field('item', 'relation', { target: 'item' }),
    field('quantity', 'decimal'),
    field('optional', 'boolean'),
    field('start', 'date'),
    field('days', 'integer'),
    field('price', 'lookup', { lookup: 'item.price' }),
    field('unit', 'lookup', { lookup: 'item.unit' }),
    formula('amount', 'price * quantity'),
    formula('due', 'start + days'),
    formula('words', 'item.name + " × " + quantity'),
  ],
}

async function putModel(key: string, fields: object[]): Promise<ApiAnswer> {
  const known = (await as.get('/api/models')).body.rows.find((model: { key: string }) => model.key === key)
  const body = { key, label: key, schema: { version: 1, fields } }
  return known ? as.put(`/api/models/${known.id}`, body) : as.post('/api/models', body)
}

async function putModels(): Promise<void> {
  await putModel('estimate', [field('title', 'text')])
  await putModel('item', models.item)
  for (const [key, fields] of Object.entries(models)
    .filter(([name]) => name !== 'estimate')
    .concat([['estimate', models.estimate]])) {
    const { status, body } = await putModel(key, fields)
    if (status > 201) throw new Error(JSON.stringify(body))
  }
}

const make = async (model: string, values: object): Promise<Values> => {
  const { status, body } = await as.post(`/api/records/${model}`, values)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as Values
}
const read = async (model: string, id: string): Promise<Values> =>
  (await as.post('/api/query', { queries: [{ model, where: { field: 'id', op: 'eq', value: id } }] })).body
    .results[0].rows[0]

async function settled(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const rows = await server.sql('select 1 from app.recalculations where tenant_id = $1', [tenantId])
    if (rows.length === 0) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('still pending')
}

beforeEach(async () => {
  const tenant = await makeWorkspace(owner, 'Formulas')
  tenantId = tenant.id
  as = api(owner, tenant.id)
  await putModels()
})

describe('[E-05] computed fields', () => {
  it('are worked out when a record is written, and follow what they read across records', async () => {
    const item = await make('item', { name: 'Brick', price: '1.25', unit: 'm2' })
    const estimate = await make('estimate', { title: 'House', discount: '0.1' })
    expect(estimate).toMatchObject({ net: '0.00', lines: 0, total: '0.00' })
    const line = await make('line', {
      estimate: estimate.id,
      item: item.id,
      quantity: '10',
      start: '2026-01-30',
      days: 2,
    })
    expect(line).toMatchObject({
      price: '1.25',
      unit: 'm2',
      amount: '12.50',
      due: '2026-02-01',
      words: 'Brick × 10',
    })
    await make('line', { estimate: estimate.id, item: item.id, quantity: '100', optional: true })
    expect(await read('estimate', estimate.id)).toMatchObject({
      net: '12.50',
      lines: 2,
      units: ['m2'],
      latest: '2026-02-01',
      total: '11.25',
    })
    await as.patch(`/api/records/item/${item.id}`, { price: '2.00', name: 'Stone' })
    expect(await read('line', line.id)).toMatchObject({ price: '2.00', amount: '20.00', words: 'Stone × 10' })
    expect(await read('estimate', estimate.id)).toMatchObject({ net: '20.00', total: '18.00' })
    await as.patch(`/api/records/line/${line.id}`, { item: null })
    expect(await read('line', line.id)).toMatchObject({ price: null, amount: null })
    expect(await read('estimate', estimate.id)).toMatchObject({ net: '0.00', total: '0.00' })
    await as.patch(`/api/records/line/${line.id}`, { item: item.id })
    const other = await make('estimate', { title: 'Barn' })
    await as.patch(`/api/records/line/${line.id}`, { estimate: other.id })
    expect(await read('estimate', estimate.id)).toMatchObject({ net: '0.00', lines: 1 })
    expect(await read('estimate', other.id)).toMatchObject({ net: '20.00', lines: 1, total: '20.00' })
    await as.delete(`/api/records/line/${line.id}`)
    expect(await read('estimate', other.id)).toMatchObject({
      net: '0.00',
      lines: 0,
      latest: null,
      units: null,
    })
  })

  it('are filtered, sorted, grouped and exported like any field', async () => {
    const estimate = await make('estimate', { title: 'House' })
    const item = await make('item', { name: 'Brick', price: '3' })
    for (const quantity of ['2', '10', '1'])
      await make('line', { estimate: estimate.id, item: item.id, quantity })
    const { body } = await as.post('/api/query', {
      queries: [
        {
          model: 'line',
          where: { field: 'amount', op: 'gt', value: '4' },
          sort: [{ field: 'amount', dir: 'desc' }],
          fields: ['amount'],
        },
        { model: 'line', aggregate: [{ fn: 'sum', field: 'amount', as: 'sum' }] },
      ],
    })
    expect(body.results[0].rows.map((row: { amount: string }) => row.amount)).toEqual(['30.00', '6.00'])
    expect(body.results[1].aggregates.sum).toBe('39')
    const description = (await as.get('/api/models/line/description')).body
    expect(description.fields.find((one: { key: string }) => one.key === 'amount')).toMatchObject({
      type: 'money',
      currency: 'EUR',
      scale: 2,
      computed: 'formula',
      read_only: true,
    })
  })

  it('are not written by anybody', async () => {
    const estimate = await make('estimate', { title: 'House' })
    const refused = await as.patch(`/api/records/estimate/${estimate.id}`, { title: 'X', total: '9.00' })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'invalid'])
    expect(refused.body.error.details[0]).toMatchObject({
      code: 'computed',
      message: 'total is worked out and cannot be written.',
    })
    expect((await as.post('/api/records/estimate', { total: '9.00' })).status).toBe(422)
    const same = await as.patch(`/api/records/estimate/${estimate.id}`, { title: 'Y', total: '0.00' })
    expect([same.status, same.body.title]).toEqual([200, 'Y'])
  })

  it('are left out when an exported file is imported again', async () => {
    await make('item', { name: 'Brick', price: '3' })
    await putModel('item', [...models.item, formula('double', 'price * 2')])
    await settled()
    const csv = await as.get('/api/records/item/export?format=csv')
    const { status, body } = await as.post('/api/records/item/import?name=items.csv', undefined, {
      bytes: String(csv.body),
      headers: { 'content-type': 'text/csv' },
    })
    expect([status, body]).toMatchObject([200, { created: 1 }])
  })

  it('leave a history that is the sum of the changes and names the cause', async () => {
    const item = await make('item', { name: 'Brick', price: '1' })
    const line = await make('line', { item: item.id, quantity: '3' })
    await as.patch(`/api/records/item/${item.id}`, { price: '2' })
    const { body } = await as.get(`/api/objects/${line.token}/full`)
    const events = body.events as { kind: string; after: Values }[]
    expect(events).toHaveLength(2)
    const changed = events.find(({ kind }) => kind === 'updated')
    expect(changed).toMatchObject({
      before: { price: '1.00', amount: '3.00' },
      after: { price: '2.00', amount: '6.00' },
      cause: { model: 'item', record_id: item.id },
    })
    const sum: Record<string, unknown> = {}
    for (const { after } of events.toReversed()) Object.assign(sum, after)
    expect(sum).toEqual(body.attributes)
  })
})

describe('the definition of a computed field', () => {
  it('is refused with its place, in words', async () => {
    const wrong = async (one: object): Promise<Values> => {
      const { status, body } = await putModel('item', [...models.item, one])
      expect(status).toBe(422)
      return body.error.details[0] as Values
    }
    expect(await wrong(formula('x', 'price * nothing'))).toMatchObject({
      path: 'schema.fields.3.formula',
      code: 'expression_unknown_name',
      message: 'There is no field “nothing” in item.',
      at: 8,
    })
    expect(await wrong(formula('x', 'name * 2'))).toMatchObject({
      message: 'This needs a number, but got text.',
    })
    expect(await wrong(formula('x', 'price +'))).toMatchObject({
      path: 'schema.fields.3.formula',
      code: 'expression_syntax',
    })
    expect(await wrong(formula('x', 'upper(name)'))).toMatchObject({ code: 'expression_type' })
    expect(await wrong(formula('x', 'price', { result: 'date' }))).toMatchObject({
      path: 'schema.fields.3.result',
    })
    expect(await wrong(field('x', 'lookup', { lookup: 'unit.name' }))).toMatchObject({
      path: 'schema.fields.3.lookup',
    })
    expect(await wrong(field('x', 'rollup', { rollup: { of: 'line.estimate', fn: 'count' } }))).toMatchObject(
      {
        path: 'schema.fields.3.rollup.of',
      },
    )
  })

  it('is refused when it goes in a circle, also across models, with the way named', async () => {
    const { status, body } = await putModel('item', [
      ...models.item,
      formula('a', 'b + 1', { result: 'decimal' }),
      formula('b', 'a + 1', { result: 'decimal' }),
    ])
    expect(status).toBe(422)
    expect(body.error.details[0]).toMatchObject({
      code: 'circle',
      message: 'This goes round in a circle: a (item) → b (item) → a (item).',
    })
    const fields = models.line.map((one) =>
      one.key === 'quantity' ? formula('quantity', 'estimate.total / 2') : one,
    )
    const across = await putModel('line', fields)
    expect(across.status).toBe(422)
    expect(across.body.error.details.map((detail: { message: string }) => detail.message).join()).toContain(
      '(estimate) →',
    )
  })

  it('is not robbed of what it reads', async () => {
    const { status, body } = await putModel('item', [field('name', 'text'), field('unit', 'text')])
    expect(status).toBe(422)
    expect(body.error.details[0]).toMatchObject({ code: 'in_use' })
    expect(body.error.details[0].message).toContain('“price” of line would no longer work')
  })

  it('works out the records there are, in the background', async () => {
    for (let at = 0; at < 3; at++) await make('item', { name: `Item ${at}`, price: String(at) })
    await putModel('item', [...models.item, formula('double', 'price * 2')])
    await settled()
    const { body } = await as.post('/api/query', {
      queries: [{ model: 'item', fields: ['double'], sort: [{ field: 'double' }] }],
    })
    expect(body.results[0].rows.map((row: { double: string }) => row.double)).toEqual([
      '0.00',
      '2.00',
      '4.00',
    ])
    await putModel('item', [...models.item, formula('double', 'price * 3')])
    await settled()
    expect(
      (
        await as.post('/api/query', {
          queries: [{ model: 'item', aggregate: [{ fn: 'sum', field: 'double', as: 's' }] }],
        })
      ).body.results[0].aggregates.s,
    ).toBe('9')
  })
})
