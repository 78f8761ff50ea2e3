import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../support/estimating-workspace.ts'
import type { Api, Person, TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api
const ids: Record<string, string> = {}

const field = (key: string, type = 'text', more: Row = {}) => ({ key, label: key, type, ...more })
const names = ['Stone', 'Wood; planed', 'Wood', 'planed', 'Twin', 'Twin', ' Spaces ', '[List]', 'Paint | red']

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Lists of links'))
  await call.post('/api/models', {
    key: 'trade',
    label: 'Trades',
    schema: { fields: [field('name')], title_field: 'name' },
  })
  await call.post('/api/models', {
    key: 'site',
    label: 'Sites',
    schema: { fields: [field('name'), field('trades', 'relation', { target: 'trade', many: true })] },
  })
  for (const [at, name] of names.entries())
    ids[at] = (await call.post('/api/records/trade', { name })).body.id
}, 60_000)
afterAll(() => server.stop())

// By their places in `names`.
const lists: [name: string, places: number[], written: string | null][] = [
  ['in its order', [2, 0], 'Wood; Stone'],
  ['a name with a semicolon', [1, 0], 'Wood; planed; Stone'],
  ['a name with a bar', [8], 'Paint | red'],
  ['two that read as one', [2, 3], null],
  ['a name of two records', [4, 0, 5], null],
  ['what a cell would lose or mistake', [6, 7], null],
  ['none', [], ''],
]
const idsOf = (places: readonly number[]): string[] => places.map((at) => ids[at] ?? '')

async function exported(format: string): Promise<Buffer> {
  const query = encodeURIComponent(JSON.stringify({ fields: ['name', 'trades'] }))
  const answer = await fetch(`${server.url}/api/records/site/export?format=${format}&query=${query}`, {
    headers: { authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenant.id },
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe('a list of links in a file', () => {
  beforeAll(async () => {
    for (const [name, places] of lists) {
      const made = await call.post('/api/records/site', { name, trades: idsOf(places) })
      expect(made.status).toBe(201)
    }
  })

  it('is written by names where they say which records are meant, else by ids', async () => {
    const text = (await exported('csv')).toString()
    for (const [name, , written] of lists)
      if (written !== null && written !== '')
        expect(text).toMatch(new RegExp(`${name},"?${written.replace('|', '\\|')}"?\r\n`))
    expect(text).toContain(`two that read as one,"${ids[2]}; ${ids[3]}"`)
    expect(text).toContain(`a name of two records,"${ids[4]}; Stone; ${ids[5]}"`)
  })

  it.each(['csv', 'xlsx', 'json'])('comes back as it was by %s', async (format) => {
    const copy = `site_${format}`
    await call.post('/api/models', {
      key: copy,
      label: copy,
      schema: { fields: [field('name'), field('trades', 'relation', { target: 'trade', many: true })] },
    })
    const answer = await call.post(`/api/records/${copy}/import?name=x.${format}`, undefined, {
      bytes: new Uint8Array(await exported(format)),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(answer.body).toMatchObject({ created: lists.length, rejected: [] })
    const { rows } = (await call.post('/api/query', { queries: [{ model: copy, page: { size: 50 } }] })).body
      .results[0] as { rows: Row[] }
    for (const [name, places] of lists)
      expect(rows.find((row) => row['name'] === name)?.['trades'] ?? [], name).toEqual(idsOf(places))
  })
})
