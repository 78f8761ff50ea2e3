import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api, makeWorkspace, signUp, type Api, type ApiAnswer, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let as: Api

beforeAll(async () => {
  server = await startTestServer()
  owner = await signUp(server)
}, 120_000)
afterAll(() => server.stop())
beforeEach(async () => {
  as = api(owner, (await makeWorkspace(owner, 'Columns')).id)
})

interface Row {
  id: string
  created_at: string
}

const field = (key: string, type: string, more: object = {}) => ({ key, label: key, type, ...more })
const formula = (key: string, text: string, more: object = {}) =>
  field(key, 'formula', { formula: text, ...more })
const putModel = (key: string, fields: object[]): Promise<ApiAnswer> =>
  as.post('/api/models', { key, label: key, schema: { version: 1, fields } })
const make = async (model: string, values: object): Promise<Row> => {
  const { status, body } = await as.post(`/api/records/${model}`, values)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
const read = async (model: string, id: string): Promise<Row> =>
  (await as.post('/api/query', { queries: [{ model, where: { field: 'id', op: 'eq', value: id } }] })).body
    .results[0].rows[0]

describe('[E-05] formulas over what the system keeps', () => {
  it('read when and by whom a record was made, when it is made and when it changes', async () => {
    await putModel('site', [field('name', 'text')])
    const made = await putModel('visit', [
      field('site', 'relation', { target: 'site' }),
      field('days', 'integer'),
      formula('until', 'dateAdd(created_at, days, "days")'),
      formula('made', 'format(created_at, "dd.MM.yyyy")'),
      formula('maker', 'created_by'),
      formula('site_year', 'year(site.created_at)'),
      formula('wait', 'daysBetween(site.created_at, created_at)'),
    ])
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await putModel('tour', [
      field('visits', 'relation', { target: 'visit', many: true }),
      field('last', 'rollup', { rollup: { of: 'visits', fn: 'max', value: 'created_at' } }),
    ])
    const site = await make('site', { name: 'A' })
    const visit = await make('visit', { site: site.id, days: 3 })
    const at = visit.created_at
    const later = (days: number): string =>
      new Date(new Date(at.slice(0, 23) + 'Z').getTime() + days * 86_400_000).toISOString()
    expect(visit).toMatchObject({
      made: `${at.slice(8, 10)}.${at.slice(5, 7)}.${at.slice(0, 4)}`,
      maker: owner.userId,
      until: later(3),
      site_year: Number(at.slice(0, 4)),
      wait: 0,
    })
    await as.patch(`/api/records/visit/${visit.id}`, { days: 10 })
    expect(await read('visit', visit.id)).toMatchObject({ until: later(10), maker: owner.userId })
    expect(await make('tour', { visits: [visit.id] })).toMatchObject({ last: later(0) })
  })

  it('read the parts of an address, their own and across a link', async () => {
    await putModel('customer', [
      field('address', 'address'),
      formula('town', 'address.city'),
      formula('abroad', 'address.country != "DE"'),
    ])
    const made = await putModel('job', [
      field('customer', 'relation', { target: 'customer' }),
      field('city', 'lookup', { lookup: 'customer.address.city' }),
      formula('where', 'customer.address.postal_code + " " + customer.address.city'),
    ])
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const customer = await make('customer', {
      address: { city: 'Köln', postal_code: '50667', country: 'DE' },
    })
    expect(customer).toMatchObject({ town: 'Köln', abroad: false })
    const job = await make('job', { customer: customer.id })
    expect(job).toMatchObject({ city: 'Köln', where: '50667 Köln' })
    await as.patch(`/api/records/customer/${customer.id}`, { address: { city: 'Wien', country: 'AT' } })
    expect(await read('customer', customer.id)).toMatchObject({ town: 'Wien', abroad: true })
    expect(await read('job', job.id)).toMatchObject({ city: 'Wien', where: ' Wien' })
    await as.patch(`/api/records/customer/${customer.id}`, { address: null })
    expect(await read('customer', customer.id)).toMatchObject({ town: null, abroad: true })
  })

  it('refuse what changes with every write, and parts that no address has, in clear words', async () => {
    const changed = await putModel('note', [field('text', 'text'), formula('seen', 'year(updated_at)')])
    expect(changed.status).toBe(422)
    expect(changed.body.error.details[0]).toMatchObject({
      path: 'schema.fields.1.formula',
      message: expect.stringContaining('would never rest'),
    })
    const part = await putModel('place', [field('address', 'address'), formula('town', 'address.town')])
    expect(part.status).toBe(422)
    expect(part.body.error.details[0].message).toContain('“address” has no “town”')
  })
})

describe('conditions over what the system keeps', () => {
  it('read when a record was made and changed, and parts of its address', async () => {
    const made = await putModel('paper', [
      field('title', 'text', { read_only_if: 'created_at < now()' }),
      field('body', 'text', { required_if: 'created_by == user.id && updated_at != null' }),
      field('site', 'address'),
      field('tax', 'text', { visible_if: 'site.country == "CH"' }),
      field('note', 'text'),
    ])
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const paper = await make('paper', { title: 'A' })
    const path = `/api/records/paper/${paper.id}`
    const locked = await as.patch(path, { title: 'B' })
    expect(locked.body.error?.details?.[0]).toMatchObject({ path: 'attributes.title', code: 'read_only' })
    const asked = await as.patch(path, { body: null, note: 'x' })
    expect(asked.body.error?.details?.[0]).toMatchObject({ path: 'attributes.body', code: 'required' })
    const hidden = await as.patch(path, { body: 'b', tax: '7' })
    expect(hidden.body.error?.details?.[0]).toMatchObject({ path: 'attributes.tax', code: 'hidden' })
    expect((await as.patch(path, { body: 'b', site: { country: 'CH' }, tax: '7' })).status).toBe(200)
  })

  it('refuse a name that is no field', async () => {
    const made = await putModel('paper', [
      field('site', 'address'),
      field('tax', 'text', { visible_if: 'site.land == "CH"' }),
    ])
    expect(made.status).toBe(422)
    expect(made.body.error.details[0]).toMatchObject({ path: 'schema.fields.1.visible_if' })
  })
})
