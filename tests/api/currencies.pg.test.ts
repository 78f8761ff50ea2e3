import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contracts/query.ts'
import { placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type ApiAnswer } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let call: Api
let tenantId: string

const field = (key: string, type: string, more: object = {}) => ({ key, label: key, type, ...more })

// `own` names its currency itself, `net` leaves it to the field beside it, `euro` and `dollar` have one.
const fields = [
  field('name', 'text'),
  field('branch', 'select', { options: ['north', 'south'] }),
  field('currency', 'text'),
  field('rate', 'decimal'),
  field('net', 'money', { currency_from: 'currency', scale: 2 }),
  field('cost', 'money', { currency_from: 'currency', scale: 2 }),
  field('own', 'money', { currencies: ['EUR', 'USD'], scale: 2 }),
  field('euro', 'money', { currency: 'EUR', scale: 2 }),
  field('dollar', 'money', { currency: 'USD', scale: 2 }),
]
const rows = [
  {
    name: 'a',
    branch: 'north',
    currency: 'EUR',
    rate: '1',
    net: '100.10',
    own: { amount: '1.50', currency: 'EUR' },
  },
  {
    name: 'b',
    branch: 'north',
    currency: 'USD',
    rate: '0.9',
    net: '10',
    own: { amount: '7', currency: 'USD' },
  },
  {
    name: 'c',
    branch: 'south',
    currency: 'EUR',
    rate: '1',
    net: '0.20',
    own: { amount: '3', currency: 'EUR' },
  },
]

async function save(key: string, more: object[]): Promise<ApiAnswer> {
  const known = (await call.get('/api/models')).body.rows.find((model: { key: string }) => model.key === key)
  const body = { key, label: key, schema: { version: 1, fields: more, title_field: 'name' } }
  return known ? call.put(`/api/models/${known.id}`, body) : call.post('/api/models', body)
}
const ask = async (query: object): Promise<{ rows: Row[]; aggregates?: Row }> => {
  const { status, body } = await call.post('/api/query', { queries: [{ model: 'offer', ...query }] })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.results[0]
}
const eur = (amount: string) => ({ amount, currency: 'EUR' })
const usd = (amount: string) => ({ amount, currency: 'USD' })

beforeAll(async () => {
  server = await startTestServer()
  const owner = await signUp(server)
  tenantId = (await makeWorkspace(owner, 'Currencies')).id
  call = api(owner, tenantId)
  expect((await save('offer', fields)).status).toBe(201)
  expect(
    (await save('line', [field('name', 'text'), field('offer', 'relation', { target: 'offer' })])).status,
  ).toBe(201)
  for (const row of rows) {
    const { status, body } = await call.post('/api/records/offer', row)
    expect(status, JSON.stringify(body)).toBe(201)
    await call.post('/api/records/line', { name: row.name, offer: body.id })
  }
})
afterAll(() => server.stop())

describe('totals of amounts in several currencies', () => {
  const totals = (of: string) =>
    (['sum', 'avg', 'min', 'max', 'count'] as const).map((fn) => ({ fn, field: of, as: fn }))

  it('are one for each currency, whoever names it', async () => {
    const { aggregates } = await ask({ aggregate: totals('net') })
    expect(aggregates).toEqual({
      sum: [eur('100.3'), usd('10')],
      avg: [eur('50.15'), usd('10')],
      min: [eur('0.2'), usd('10')],
      max: [eur('100.1'), usd('10')],
      count: 3,
    })
    expect((await ask({ aggregate: totals('own') })).aggregates).toMatchObject({
      sum: [eur('4.5'), usd('7')],
      avg: [eur('2.25'), usd('7')],
    })
  })

  it('say their currency where there is one, and are nothing where there is none', async () => {
    const one = await ask({ where: { field: 'currency', op: 'eq', value: 'EUR' }, aggregate: totals('net') })
    expect(one.aggregates).toMatchObject({ sum: eur('100.3'), max: eur('100.1') })
    const none = await ask({ where: { field: 'name', op: 'eq', value: '?' }, aggregate: totals('net') })
    expect(none.aggregates).toMatchObject({ sum: null, avg: null, count: 0 })
  })

  it('stand in groups, across a relation and in the past in the same form', async () => {
    const aggregate = [
      { fn: 'sum', field: 'net', as: 'net' },
      { fn: 'sum', field: 'own', as: 'own' },
      { fn: 'count', as: 'n' },
    ]
    const groups = [
      { branch: 'north', net: [eur('100.1'), usd('10')], own: [eur('1.5'), usd('7')], n: 2 },
      { branch: 'south', net: eur('0.2'), own: eur('3'), n: 1 },
    ]
    expect((await ask({ group: ['branch'], aggregate })).rows).toEqual(groups)
    const sort = [{ field: 'net', dir: 'desc' }]
    expect((await ask({ group: ['branch'], aggregate, sort })).rows).toEqual(groups.toReversed())
    expect((await ask({ group: ['branch'], aggregate, as_of: new Date().toISOString() })).rows).toEqual(
      groups,
    )
    const { aggregates } = await ask({
      model: 'line',
      aggregate: [{ fn: 'sum', field: 'offer.net', as: 'net' }],
    })
    expect(aggregates).toEqual({ net: [eur('100.3'), usd('10')] })
  })

  it('are refused where the currency cannot be read', async () => {
    const models = (await call.get('/api/models')).body.rows as { id: string; key: string }[]
    const id = models.find(({ key }) => key === 'offer')?.id
    const set = await call.post('/api/permissions/fields/bulk', [
      { model_id: id, field_key: 'currency', read_roles: ['owner'], write_roles: ['owner'] },
    ])
    expect(set.status, JSON.stringify(set.body)).toBeLessThan(300)
    const query = { model: 'offer', aggregate: [{ fn: 'sum', field: 'net', as: 'net' }] }
    const member = await placePerson(server, tenantId, 'member')
    const { body } = await member.api.post('/api/query', { queries: [query] })
    expect(body.results[0].error).toMatchObject({
      code: 'invalid',
      details: [{ path: 'queries.0.aggregate.0.field', code: 'currency' }],
    })
  })
})

describe('what is worked out from amounts in several currencies', () => {
  const tried = async (key: string, model: string, more: object): Promise<string> => {
    const others =
      model === 'offer' ? fields : [field('name', 'text'), field('offer', 'relation', { target: 'offer' })]
    const { status, body } = await save(model, [...others, field('made', key, more)])
    return status < 300 ? 'saved' : `${status} ${body.error.details[0].message}`
  }
  const formula = (text: string, more: object = {}) => tried('formula', 'offer', { formula: text, ...more })

  it('is refused in words where it adds them up', async () => {
    expect(await formula('euro + dollar')).toBe('422 Amounts in EUR and USD do not go together.')
    expect(await formula('net + euro')).toContain('the currency of “currency” and EUR do not go together')
    expect(await formula('own * 2')).toContain('are in several currencies and cannot be calculated with')
    expect(await formula('net', { result: 'money', currency: 'EUR' })).toContain(
      'multiply it by an exchange rate',
    )
    expect(await formula('net', { result: 'decimal' })).toContain('multiply it by an exchange rate')
    expect(await formula('euro', { result: 'money', currency: 'USD' })).toContain(
      'multiply it by an exchange rate',
    )
    expect(await tried('formula', 'line', { formula: 'offer.net + offer.euro' })).toContain(
      'do not go together',
    )
    expect(await tried('lookup', 'line', { lookup: 'offer.own' })).toContain(
      'only plain values can be looked up',
    )
    for (const fn of ['sum', 'avg', 'min', 'max']) {
      const whole = (value: string) => tried('rollup', 'branch', { rollup: { of: 'offer.place', fn, value } })
      await save('branch', [field('name', 'text')])
      await save('offer', [...fields, field('place', 'relation', { target: 'branch' })])
      expect(await whole('net'), fn).toContain('may be in several currencies')
      expect(await whole('own'), fn).toContain('are in several currencies')
    }
  })

  it('keeps the currency of its record, or the one it is converted to', async () => {
    await save('line', [
      field('name', 'text'),
      field('offer', 'relation', { target: 'offer' }),
      field('net', 'lookup', { lookup: 'offer.net' }),
    ])
    const saved = await save('offer', [
      ...fields,
      field('place', 'relation', { target: 'branch' }),
      field('twice', 'formula', { formula: 'net * 2 - coalesce(cost, 0)' }),
      field('in_euro', 'formula', { formula: 'net * rate', result: 'money', currency: 'EUR' }),
    ])
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const branch = [
      field('name', 'text'),
      field('all', 'rollup', {
        rollup: { of: 'offer.place', fn: 'sum', value: 'net * rate' },
        currency: 'EUR',
        result: 'money',
      }),
    ]
    const kept = await save('branch', branch)
    expect(kept.status, JSON.stringify(kept.body)).toBe(200)
    const { body } = await call.post('/api/records/branch', { name: 'x' })
    for (const row of (await ask({})).rows)
      await call.patch(`/api/records/offer/${String(row['id'])}`, { place: body.id })
    for (
      let tries = 0;
      (await server.sql('select 1 from app.recalculations')).length > 0 && tries < 200;
      tries++
    )
      await new Promise((done) => setTimeout(done, 50))
    const sum = (of: string, model = 'offer') =>
      ask({ model, aggregate: [{ fn: 'sum', field: of, as: 'sum' }] })
    expect((await sum('twice')).aggregates).toEqual({ sum: [eur('200.6'), usd('20')] })
    expect((await sum('net', 'line')).aggregates).toEqual({ sum: [eur('100.3'), usd('10')] })
    expect((await sum('in_euro')).aggregates).toEqual({ sum: '109.3' })
    expect((await ask({ model: 'branch' })).rows).toMatchObject([{ all: '109.30' }])
  })
})
