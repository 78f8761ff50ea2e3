import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSlots } from '../support/check-slots.ts'
import type { Row } from '../support/estimating-workspace.ts'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let call: Api
let tenant: string
let person: string
let model: string

// What a value says and where it stands differ on purpose; one needs care as a literal.
const order = ['offer', 'draft', "won 'now' \\ 100 %", 'sent', 'approved']
const field = (key: string, type = 'text', more: Row = {}) => ({ key, label: key, type, ...more })
const fields = (options: readonly string[] = order) => [
  field('name'),
  field('stage', 'status', { options: options.map((value) => ({ value, label: `The ${value}` })) }),
  field('size', 'select', { options: ['L', 'M', 'S'] }),
  field('after', 'relation', { target: 'jobs' }),
  field('before_stage', 'lookup', { lookup: 'after.stage' }),
]

beforeAll(async () => {
  server = await startTestServer()
  const owner = await signUp(server)
  person = owner.userId
  tenant = (await makeWorkspace(owner, 'In order')).id
  call = api(owner, tenant)
  model = (await call.post('/api/models', { key: 'jobs', label: 'Jobs', schema: { fields: fields() } })).body
    .id
  let last: string | null = null
  for (const [at, stage] of ['sent', null, 'approved', 'draft', order[2], 'offer', 'draft'].entries()) {
    const made: Row = await call.post('/api/records/jobs', {
      name: `j${at}`,
      stage,
      size: ['S', 'M', 'L'][at % 3],
      after: last,
    })
    expect(made.status).toBe(201)
    last = made.body.id
  }
}, 60_000)
afterAll(() => server.stop())

const ask = async (query: Row): Promise<Row> =>
  (await call.post('/api/query', { queries: [{ model: 'jobs', ...query }] })).body.results[0]
const stages = async (query: Row): Promise<unknown[]> =>
  ((await ask(query)).rows as Row[]).map(({ stage }) => stage)
const by = (name: string, dir = 'asc') => [{ field: name, dir }]

async function inPages(query: Row, of: string, size: number): Promise<unknown[]> {
  const found: unknown[] = []
  for (let after: string | null | undefined; after !== null;) {
    const answer: Row = await ask({ ...query, page: { size, ...(after === undefined ? {} : { after }) } })
    found.push(...(answer['rows'] as Row[]).map((row) => row[of]))
    after = answer['page'].after
  }
  return found
}

const rising = ['offer', 'draft', 'draft', order[2], 'sent', 'approved', null]
const falling = ['approved', 'sent', order[2], 'draft', 'draft', 'offer', null]

describe('records sorted by a choice stand in the order of its options', () => {
  it('rising and falling, whole and page by page, also behind another field', async () => {
    expect(await stages({ sort: by('stage') })).toEqual(rising)
    expect(await stages({ sort: by('stage', 'desc') })).toEqual(falling)
    for (const size of [1, 2, 3]) {
      expect(await inPages({ sort: by('stage') }, 'stage', size)).toEqual(rising)
      expect(await inPages({ sort: by('stage', 'desc') }, 'stage', size)).toEqual(falling)
      expect(
        await inPages({ sort: [...by('size'), ...by('stage', 'desc'), ...by('name')] }, 'name', size),
      ).toEqual(['j2', 'j5', 'j4', 'j1', 'j0', 'j3', 'j6'])
    }
  })

  it('across a link and for a field that looks one up', async () => {
    const want = ['offer', 'draft', order[2], 'sent', 'approved', null, null]
    expect(await inPages({ sort: by('after.stage'), fields: ['after.stage'] }, 'after.stage', 2)).toEqual(
      want,
    )
    expect(await inPages({ sort: by('before_stage') }, 'before_stage', 2)).toEqual(want)
  })

  it('filters find the same as before', async () => {
    const count = async (where: Row) => (await ask({ where, total: 'exact' }))['total']
    expect(await count({ field: 'stage', op: 'eq', value: 'draft' })).toBe(2)
    expect(await count({ field: 'stage', op: 'ne', value: 'draft' })).toBe(5)
    expect(await count({ field: 'stage', op: 'in', value: ['draft', order[2], 'nothing'] })).toBe(3)
    expect(await count({ field: 'stage', op: 'empty' })).toBe(1)
    expect(await count({ field: 'stage', op: 'contains', value: 'now' })).toBe(1)
    expect(await count({ field: 'stage', op: 'starts', value: '000' })).toBe(0)
    const { rows } = await ask({ group: ['stage'], aggregate: [{ fn: 'count', as: 'n' }] })
    expect(rows.map((row: Row) => [row['stage'], row['n']])).toEqual([
      ['offer', 1],
      ['draft', 2],
      [order[2], 1],
      ['sent', 1],
      ['approved', 1],
      [null, 1],
    ])
  })

  it('in files, and in the past', async () => {
    const query = encodeURIComponent(JSON.stringify({ sort: by('stage'), fields: ['stage'] }))
    const file = await call.get(`/api/records/jobs/export?format=json&query=${query}`)
    expect((file.body as Row[]).map(({ stage }) => stage)).toEqual(rising)
    const asOf = new Date().toISOString()
    const { rows } = await ask({ where: { field: 'name', op: 'eq', value: 'j0' } })
    await call.patch(`/api/records/jobs/${rows[0].id}`, { stage: 'offer' })
    expect(await inPages({ sort: by('stage'), as_of: asOf }, 'stage', 2)).toEqual(rising)
    await call.patch(`/api/records/jobs/${rows[0].id}`, { stage: 'sent' })
  })

  it('in the new order once options were moved; what is no option any more comes last', async () => {
    const moved = ['approved', 'sent', 'draft', 'offer']
    await call.put(`/api/models/${model}`, { schema: { fields: fields(moved) } })
    const want = ['approved', 'sent', 'draft', 'draft', 'offer', order[2], null]
    expect(await stages({ sort: by('stage') })).toEqual(want)
    expect(await inPages({ sort: by('stage') }, 'stage', 2)).toEqual(want)
    expect(await inPages({ sort: by('after.stage'), fields: ['after.stage'] }, 'after.stage', 3)).toEqual([
      'approved',
      'sent',
      'draft',
      'offer',
      order[2],
      null,
      null,
    ])
    await checkSlots((text, values) => server.sql(text, values))
    await call.put(`/api/models/${model}`, { schema: { fields: fields() } })
  })

  it('of many records at once, while their columns are filled anew behind, and by an index after', async () => {
    const many = (options: readonly string[]) => [field('stage', 'select', { options })]
    const { id } = (await call.post('/api/models', { key: 'many', label: 'Many', schema: { fields: [] } }))
      .body
    await server.sql(
      `insert into app.objects (tenant_id, id, token, model_id, attributes, created_by, updated_by)
       select $1, gen_random_uuid(), gen_random_uuid()::text, $2, jsonb_build_object('stage', substr('abc', 1 + n % 3, 1)), $3, $3
       from generate_series(1, 3000) n`,
      [tenant, id, person],
    )
    const first = async (): Promise<unknown[]> =>
      (await ask({ model: 'many', sort: by('stage'), page: { size: 1 } }))['rows'].map(
        ({ stage }: Row) => stage,
      )
    const settled = async (): Promise<void> => {
      for (;;) {
        const slots = await server.sql<{ state: string }>(
          'select state from app.field_slots where model_id = $1',
          [id],
        )
        if (slots.every(({ state }) => state === 'ready')) return
        expect(await first()).toEqual([expected])
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    let expected = 'b'
    for (const options of [
      ['b', 'a', 'c'],
      ['c', 'a', 'b'],
    ]) {
      expected = options[0] ?? ''
      await call.put(`/api/models/${id}`, { schema: { fields: many(options) } })
      expect(await first()).toEqual([expected])
      await settled()
      expect(await first()).toEqual([expected])
    }
    const [key] = await server.sql<{ t01: string }>(
      'select min(t01) as t01 from app.objects where model_id = $1',
      [id],
    )
    expect(key?.t01).toBe('0001c')
    await checkSlots((text, values) => server.sql(text, values))
  }, 60_000)
})
