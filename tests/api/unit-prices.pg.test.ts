import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  makeEstimatingWorkspace,
  type EstimatingWorkspace,
  type Row,
} from '../support/estimating-workspace.ts'
import { addPerson, api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let work: EstimatingWorkspace

beforeAll(async () => {
  server = await startTestServer()
  work = await makeEstimatingWorkspace(server)
  await offered('North', { 'Brick wall': '120', Plaster: '31.5' }, { region: 'DE-BE' })
  await offered('South', { 'brick  wall': '110.10', Screed: '28' }, { region: 'DE-BY' })
  await offered('West', { 'Brick wall': '99' })
  await offered('Draft', { 'Brick wall': '1' }, {}, 'draft')
}, 60_000)

afterAll(() => server.stop())

/** An estimate of lines in m² at these rates, as far on as asked. */
async function offered(
  name: string,
  rates: Record<string, string>,
  values: Row = {},
  status: 'issued' | 'draft' = 'issued',
): Promise<{ version: string; lines: string[] }> {
  const { version } = (await work.run('estimate.create', { name })).body.result as Row
  await work.owner.patch(`/api/records/estimate_versions/${version}`, values)
  const lines: string[] = []
  for (const [title, unit_rate] of Object.entries(rates)) {
    const line = { version, title, unit: 'm2', quantity: '2', unit_rate }
    lines.push((await work.make('estimate_lines', line))['id'])
  }
  if (status === 'issued') await work.issue(version)
  return { version, lines }
}

const prices = async (input: Row = {}): Promise<Row> => {
  const { status, body } = await work.run('estimate.unit-prices', input)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.result
}

it('[R-07] says what things cost in estimates that were offered, never in drafts', async () => {
  const { things, regions } = await prices()
  expect(regions).toEqual(['DE-BE', 'DE-BY'])
  expect(things.map(({ title, count }: Row) => [title, count])).toEqual([
    ['Brick wall', 3],
    ['Plaster', 1],
    ['Screed', 1],
  ])
  expect(things[0]).toMatchObject({ min: '99', median: '110.1', max: '120', last: '99', currency: 'EUR' })
  expect(things[0].from.map(({ estimate, rate }: Row) => [estimate, Number(rate)])).toEqual([
    ['West', 99],
    ['South', 110.1],
    ['North', 120],
  ])
})

it('[R-07] is narrowed by words, region, unit and time', async () => {
  const titles = async (input: Row): Promise<string[]> =>
    (await prices(input))['things'].map(({ title }: Row) => title)
  expect(await titles({ search: 'wall brick' })).toEqual(['Brick wall'])
  expect(await titles({ region: 'DE-BY' })).toEqual(['Screed', 'brick  wall'])
  expect(await titles({ unit: 'm3' })).toEqual([])
  expect(await titles({ currency: 'CHF' })).toEqual([])
  expect(await titles({ months: 1, search: 'plas' })).toEqual(['Plaster'])
  for (const input of [{ months: 0 }, { months: 'soon' }, { other: 1 }])
    expect((await work.run('estimate.unit-prices', input)).status).toBe(422)
})

it('[R-07] knows no version and no rate that the caller may not read', async () => {
  const as = async (key: string, grants: Row) => {
    const made = await work.owner.post('/api/roles', { key, label: key, grants })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const person = await addPerson(work.person, work.tenant, key)
    return api(person, work.tenantId).post('/api/commands/estimate.unit-prices', {})
  }
  const read = { verbs: ['read'] }
  const all = { estimates: read, estimate_versions: read, estimate_lines: read, recipe_versions: read }
  const north = { ...read, rows: { field: 'region', op: 'eq', value: 'DE-BE' } }
  const some = await as('north', { ...all, estimate_versions: north })
  expect(some.status, JSON.stringify(some.body)).toBe(200)
  expect(some.body.result.things.map(({ title, max }: Row) => [title, max])).toEqual([
    ['Brick wall', '120'],
    ['Plaster', '31.5'],
  ])
  const hidden = { ...read, fields: { read: ['title', 'unit', 'kind', 'version'], write: [] } }
  expect((await as('no_rates', { ...all, estimate_lines: hidden })).status).toBe(403)
  expect((await as('no_versions', { estimates: read, estimate_lines: read })).status).toBe(404)
})
