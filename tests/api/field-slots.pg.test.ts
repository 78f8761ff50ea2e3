import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decimal } from '#base/decimal.ts'
import type { Query } from '#contracts/query.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import { answerQuery } from '#kernel/query/answer-query.ts'
import { prepareQuery } from '#kernel/query/prepare-query.ts'
import type { Tx } from '#server/database/in-tenant.ts'
import { cursorKeyOf } from '#server/records/open-records.ts'
import { loadWorkspace } from '#server/workspaces/load-workspace.ts'
import { emptyKey, numberKey, textKey } from '#kernel/sql/slot-keys.ts'
import { checkSlots } from '../support/check-slots.ts'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let call: Api
let tenant: string
let person: string

beforeAll(async () => {
  server = await startTestServer()
  const owner = await signUp(server)
  person = owner.userId
  tenant = (await makeWorkspace(owner, 'Typed columns')).id
  call = api(owner, tenant)
})
afterAll(() => server.stop())

const field = (key: string, type = 'text', more: Record<string, unknown> = {}) => ({
  key,
  label: key,
  type,
  ...more,
})
const makeModel = async (key: string, ...fields: unknown[]): Promise<string> =>
  (await call.post('/api/models', { key, label: key, schema: { fields } })).body.id
const setFields = (id: string, ...fields: unknown[]) => call.put(`/api/models/${id}`, { schema: { fields } })
const slotsOf = (model: string) =>
  server.sql<{ slot: string; field_key: string | null; state: string; done_to: string | null }>(
    'select slot, field_key, state, done_to from app.field_slots where model_id = $1 order by slot',
    [model],
  )
const ask = async (query: unknown) => (await call.post('/api/query', { queries: [query] })).body.results[0]
const check = (in_: TestServer = server) => checkSlots((text, values) => in_.sql(text, values))

/** Records as an older version left them: the free map alone. */
const putRecords = (model: string, count: number) =>
  server.sql(
    `insert into app.objects (tenant_id, id, token, model_id, attributes, created_by, updated_by)
     select $1, gen_random_uuid(), gen_random_uuid()::text, $2,
       jsonb_build_object('name', 'n' || n % 7, 'amount', (n % 13)::text, 'day', '2026-01-' || lpad((1 + n % 28)::text, 2, '0')), $3, $3
     from generate_series(1, $4) n`,
    [tenant, model, person, count],
  )

async function settled(model: string): Promise<Awaited<ReturnType<typeof slotsOf>>> {
  for (;;) {
    const slots = await slotsOf(model)
    if (slots.every(({ state }) => state === 'ready')) return slots
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('typed columns beside the map', () => {
  it('belong to the fields that can be filtered from the release on that has them', async () => {
    const id = await makeModel('small', field('name'), field('price', 'money'), field('note', 'long_text'))
    expect(await slotsOf(id)).toEqual([
      { slot: 'n01', field_key: 'price', state: 'ready', done_to: null },
      { slot: 's01', field_key: '*', state: 'ready', done_to: null },
      { slot: 't01', field_key: 'name', state: 'ready', done_to: null },
    ])
    await call.post('/api/records/small', { name: 'a', price: '12.50' })
    const [row] = await server.sql('select t01, k01, n01::text from app.objects where model_id = $1', [id])
    expect(row).toEqual({ t01: 'a', k01: 'p500002125', n01: '12.5' })
    const description = (await call.get('/api/models/small/description')).body
    const indexed = Object.fromEntries(
      description.fields.map((one: { key: string; indexed?: boolean }) => [one.key, one.indexed]),
    )
    expect(indexed).toMatchObject({ name: true, price: true, note: false })
  })

  it('a field added to many records is filled in the background; answers are right all the while', async () => {
    const id = await makeModel('many')
    await putRecords(id, 3500)
    expect(
      (await setFields(id, field('name'), field('amount', 'decimal'), field('day', 'date'))).status,
    ).toBe(200)
    const query = {
      model: 'many',
      where: { field: 'amount', op: 'eq', value: '5' },
      group: ['name'],
      aggregate: [{ fn: 'count', as: 'n' }],
    }
    const early = await ask(query)
    const made = (await call.post('/api/records/many', { name: 'n1', amount: '99', day: '2026-02-01' })).body
    const slots = await settled(id)
    expect(slots.map(({ field_key }) => field_key)).toEqual(['amount', '*', 'name', 'day'])
    expect(await ask(query)).toEqual(early)
    const found = await ask({ model: 'many', where: { field: 'amount', op: 'gt', value: '50' } })
    expect(found.rows.map((row: { id: string }) => row.id)).toEqual([made.id])
    expect(await check()).toBeGreaterThan(3500 * 4)
  })

  it('goes on where it was cut off, and fills anew what another version took in another way', async () => {
    const id = await makeModel('cut')
    await putRecords(id, 2500)
    await setFields(id, field('name'), field('amount', 'decimal'))
    await settled(id)
    // Half-way: some records filled, the rest as they were.
    const [middle] = await server.sql<{ id: string }>(
      'select id from app.objects where model_id = $1 order by id offset 1200 limit 1',
      [id],
    )
    await server.sql('update app.objects set t01 = null where model_id = $1 and id > $2', [id, middle?.id])
    await server.sql(
      "update app.field_slots set state = 'filling', done_to = $2 where model_id = $1 and slot = 't01'",
      [id, middle?.id],
    )
    await server.sql("update app.field_slots set reading = 'old' where model_id = $1 and slot = 'n01'", [id])
    await server.sql('update app.objects set n01 = 0, k01 = $2 where model_id = $1', [id, 'n'])
    await server.sql('update app.tenants set slots_due = true, slots_id = gen_random_uuid() where id = $1', [
      tenant,
    ])
    await settled(id)
    await check()
    const { rows } = await ask({
      model: 'cut',
      aggregate: [{ fn: 'sum', field: 'amount', as: 's' }],
      page: { size: 1 },
    })
    expect(rows).toHaveLength(1)
  })

  it('a column whose field is gone is emptied and may be had again; a new type takes its values anew', async () => {
    const id = await makeModel('moving')
    await putRecords(id, 1500)
    await setFields(id, field('name'), field('amount', 'decimal'))
    await settled(id)
    await setFields(id, field('name'), field('amount', 'text'), field('day', 'date'))
    const slots = await settled(id)
    expect(slots.map(({ slot, field_key }) => [slot, field_key])).toEqual([
      ['s01', '*'],
      ['t01', 'name'],
      ['t02', 'amount'],
      ['t03', 'day'],
    ])
    const [left] = await server.sql<{ n: number }>(
      'select count(*)::int as n from app.objects where model_id = $1 and (k01 is not null or n01 is not null)',
      [id],
    )
    expect(left?.n).toBe(0)
    await setFields(id, field('name', 'select', { options: ['n1'] }), field('amount', 'date'))
    await settled(id)
    expect(
      (await ask({ model: 'moving', where: { field: 'amount', op: 'empty' }, total: 'exact' })).total,
    ).toBe(1500)
    await check()
  })

  it('a record brought back has the columns of today', async () => {
    const id = await makeModel('back', field('name'), field('size', 'number'))
    const { body } = await call.post('/api/records/back', { name: 'a', size: 5 })
    await call.delete(`/api/records/back/${body.id}`)
    await setFields(id, field('size', 'number'), field('other'), field('name', 'date'))
    await call.post(`/api/records/back/${body.id}/restore`)
    await check()
    expect((await ask({ model: 'back', where: { field: 'size', op: 'eq', value: 5 } })).rows).toHaveLength(1)
  })

  it('when they run out, what is left is read from the map and says so', async () => {
    const fields = Array.from({ length: 26 }, (_, index) => field(`f${index}`))
    const id = await makeModel('wide', ...fields)
    expect(await slotsOf(id)).toHaveLength(25)
    await call.post('/api/records/wide', { f0: 'a', f25: 'z' })
    const { rows } = await ask({
      model: 'wide',
      where: { field: 'f25', op: 'eq', value: 'z' },
      sort: [{ field: 'f24' }],
    })
    expect(rows).toHaveLength(1)
    const description = (await call.get('/api/models/wide/description')).body
    expect(description.fields.filter((one: { indexed?: boolean }) => one.indexed === false)).toHaveLength(2)
  })

  it('a workspace from before gets its columns when the server starts', async () => {
    const id = await makeModel('older', field('name'))
    await call.post('/api/records/older', { name: 'a' })
    // At once: what is given between two statements would be taken for what an older version left.
    await server.sql(
      `with slots as (delete from app.field_slots where tenant_id = $1),
         columns as (update app.objects set t01 = null, t02 = null, k01 = null, n01 = null where tenant_id = $1)
       update app.tenants set slots_id = null, slots_due = true where id = $1`,
      [tenant],
    )
    while ((await slotsOf(id)).length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    await settled(id)
    expect((await ask({ model: 'older', where: { field: 'name', op: 'eq', value: 'a' } })).rows).toHaveLength(
      1,
    )
  })
})

describe('search', () => {
  it('finds by the words of then what has another name now, or is in the bin', async () => {
    await makeModel('called', field('name'))
    const make = async (name: string): Promise<string> =>
      (await call.post('/api/records/called', { name })).body.id as string
    const renamed = await make('chestnut door')
    const deleted = await make('chestnut gate')
    await new Promise((done) => setTimeout(done, 5))
    const [row] = await server.sql<{ at: Date }>('select clock_timestamp() as at')
    const then = new Date(row?.at ?? '').toISOString()
    await new Promise((done) => setTimeout(done, 5))
    await call.patch(`/api/records/called/${renamed}`, { name: 'walnut door' })
    await call.delete(`/api/records/called/${deleted}`)
    const names = async (search: string, more: object = {}): Promise<string[]> =>
      (await ask({ model: 'called', search, sort: [{ field: 'name' }], ...more })).rows.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('chestnut', { as_of: then })).toEqual(['chestnut door', 'chestnut gate'])
    expect(await names('walnut', { as_of: then })).toEqual([])
    expect(await names('chestnut')).toEqual([])
    expect(await names('walnut')).toEqual(['walnut door'])
  })

  it('finds parts of words through an index, rare ones and those in every record alike', async () => {
    const id = await makeModel(
      'found',
      field('name'),
      field('place'),
      field('kind', 'multi_select', { options: ['Äpfel'] }),
    )
    await server.sql(
      `insert into app.objects (tenant_id, id, token, model_id, attributes, created_by, updated_by)
       select $1, gen_random_uuid(), gen_random_uuid()::text, $2,
         jsonb_build_object('name', 'Common ' || n, 'place', case when n % 1000 = 7 then 'Straße ÄRGER 100%_x' when n % 100 = 3 then 'Crane' else 'here' end), $3, $3
       from generate_series(1, 6000) n`,
      [tenant, id, person],
    )
    await server.sql("update app.field_slots set state = 'filling' where model_id = $1", [id])
    await server.sql('update app.tenants set slots_due = true, slots_id = gen_random_uuid() where id = $1', [
      tenant,
    ])
    await settled(id)
    const count = async (search: string) =>
      (await ask({ model: 'found', search, total: 'exact', page: { size: 1 } })).total
    expect(await count('ommo')).toBe(6000)
    expect(await count('ärger')).toBe(6)
    expect(await count('straße common ÄRG')).toBe(6)
    expect(await count('100%_')).toBe(6)
    expect(await count('100%__')).toBe(0)
    expect(await count('ge')).toBe(6)
    expect(await count('nowhere')).toBe(0)
    // Often enough not to be counted first, and not often enough to fill a page of a hundred.
    const page = async (more: object) =>
      (await ask({ model: 'found', search: 'crane', fields: ['place'], ...more })) as {
        rows: { id: string; place: string }[]
        page: { after: string | null }
      }
    const all = (await page({ page: { size: 100 } })).rows
    expect(all.map(({ place }) => place)).toEqual(all.map(() => 'Crane'))
    expect(all).toHaveLength(60)
    const ids = all.map((row) => row.id)
    expect(ids).toEqual(ids.toSorted())
    const seen: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const found = await page({ page: { size: 25, ...(after && { after }) } })
      seen.push(...found.rows.map((row) => row.id))
      after = found.page.after
    }
    expect(seen).toEqual(ids)
    const falling = await page({ sort: [{ field: 'name', dir: 'desc' }], page: { size: 3 } })
    const rising = await page({ sort: [{ field: 'name' }], page: { size: 60 } })
    expect(falling.rows).toEqual(rising.rows.toReversed().slice(0, 3))
    await call.post('/api/records/found', { name: 'brand-new', kind: ['Äpfel'] })
    expect(await count('äpfe')).toBe(1)
    const hidden = [{ model_id: id, field_key: 'place', read_roles: ['admin'], write_roles: ['admin'] }]
    await call.post('/api/permissions/fields/bulk', hidden)
    expect(await count('ärger')).toBe(0)
    await check()
  })
})

describe('groups', () => {
  it('are of the whole text, longer ones than a column keeps too', async () => {
    await makeModel('grouped', field('name'), field('kind', 'select', { options: ['a', 'b'] }))
    const long = 'x'.repeat(230)
    const records: [string | null, string][] = [
      [`${long}1`, 'a'],
      [`${long}1`, 'b'],
      [`${long}2`, 'a'],
      ['\u{10FFFF}', 'a'],
      ['short', 'a'],
      ['short', 'a'],
      [null, 'b'],
    ]
    for (const [name, kind] of records) await call.post('/api/records/grouped', { name, kind })
    const grouped = async (...group: string[]) =>
      (await ask({ model: 'grouped', group, aggregate: [{ fn: 'count', as: 'n' }] })).rows
    expect(await grouped('name')).toEqual([
      { name: 'short', n: 2 },
      { name: `${long}1`, n: 2 },
      { name: `${long}2`, n: 1 },
      { name: '\u{10FFFF}', n: 1 },
      { name: null, n: 1 },
    ])
    expect(await grouped('kind', 'name')).toEqual([
      { kind: 'a', name: 'short', n: 2 },
      { kind: 'a', name: `${long}1`, n: 1 },
      { kind: 'a', name: `${long}2`, n: 1 },
      { kind: 'a', name: '\u{10FFFF}', n: 1 },
      { kind: 'b', name: `${long}1`, n: 1 },
      { kind: 'b', name: null, n: 1 },
    ])
    const total = await ask({
      model: 'grouped',
      group: ['name'],
      total: 'exact',
      aggregate: [{ fn: 'count', as: 'n' }],
    })
    expect(total.total).toBe(5)
    await check()
  })
})

describe('plans', () => {
  it('no question that fields can answer goes through the table from end to end', async () => {
    const id = await makeModel(
      'planned',
      field('name'),
      field('amount', 'decimal'),
      field('day', 'date'),
      field('up', 'relation', { target: 'planned' }),
    )
    await putRecords(id, 8000)
    await server.sql("update app.field_slots set state = 'filling' where model_id = $1", [id])
    await server.sql('update app.tenants set slots_due = true, slots_id = gen_random_uuid() where id = $1', [
      tenant,
    ])
    await settled(id)
    await server.sql('analyze app.objects')
    const eq = (key: string, value: unknown) => ({ field: key, op: 'eq', value })
    const first = await ask({
      model: 'planned',
      sort: [{ field: 'amount', dir: 'desc' }],
      page: { size: 20 },
    })
    const questions = [
      { model: 'planned', where: eq('name', 'n3'), sort: [{ field: 'amount' }], page: { size: 20 } },
      {
        model: 'planned',
        sort: [{ field: 'amount', dir: 'desc' }],
        page: { size: 20, after: first.page.after },
      },
      {
        model: 'planned',
        where: { field: 'day', op: 'between', value: ['2026-01-03', '2026-01-04'] },
        page: { size: 20 },
      },
      { model: 'planned', where: { field: 'amount', op: 'empty' }, total: 'exact', page: { size: 1 } },
      {
        model: 'planned',
        where: { field: 'amount', op: 'ne', value: '5' },
        sort: [{ field: 'name', dir: 'desc' }],
        page: { size: 20 },
      },
      { model: 'planned', search: 'n5 2026', page: { size: 20 } },
      { model: 'planned', group: ['name'], aggregate: [{ fn: 'sum', field: 'amount', as: 's' }] },
      { model: 'planned', expand: { up: {}, 'planned.up': { page: { size: 3 } } }, page: { size: 10 } },
    ]
    for (const question of questions) {
      const plans = await plansOf(question)
      expect(plans.length).toBeGreaterThan(0)
      for (const plan of plans) expect(plan, JSON.stringify(question)).not.toContain('Seq Scan on objects')
    }
    const [sorted] = await plansOf(questions[0])
    expect(sorted).toMatch(/Index (Only )?Scan .*objects_(t|k)\d\d_idx/)
    expect(sorted).not.toMatch(/Rows Removed by Filter: \d{4}/)
    const [across] = await plansOf({ model: 'planned', fields: ['name', 'up.name'], page: { size: 20 } })
    expect(across, 'what a page points to is looked up for each of its rows').not.toMatch(/Hash .*Join/)
    const [deep] = await plansOf(questions[1])
    expect(deep).toMatch(/Index Cond: .*ROW\(/)
  })
})

describe('several people, or several records, in one field', () => {
  it('are looked for in an index: what one is to do is found without going through everything', async () => {
    const id = await makeModel('shared_work')
    await putRecords(id, 4000)
    await setFields(id, field('name'), field('doer', 'user'), field('helpers', 'user', { many: true }))
    const mine = (await call.post('/api/records/shared_work', { name: 'Mine', helpers: [person] })).body.id
    const done = (await call.post('/api/records/shared_work', { name: 'Done', doer: person })).body.id
    await settled(id)
    await server.sql('vacuum analyze app.objects')
    const listed = { field: 'helpers', op: 'contains', value: person }
    const mineOrDone = { or: [{ field: 'doer', op: 'eq', value: person }, listed] }
    for (const [where, ids] of [
      [listed, [mine]],
      [mineOrDone, [mine, done]],
    ] as const) {
      const question = { model: 'shared_work', where, sort: [{ field: 'updated_at' }], page: { size: 20 } }
      for (const plan of await plansOf(question)) {
        expect(plan, JSON.stringify(where)).not.toContain('Seq Scan on objects')
        expect(plan).not.toMatch(/Rows Removed by (Filter|Index Recheck): \d{3}/)
      }
      const { rows } = await ask(question)
      expect(rows.map((row: { id: string }) => row.id)).toEqual(ids)
    }
    const inner = await planInside('ids_listing', { p_model: id, p_id: person, p_most: 5000 })
    expect(inner).toContain('objects_listed_ids_idx')
    expect(inner).toMatch(/Index Cond: .*tenant_id.*model_id.*\?/)
    // What is taken out, and what is gone, is not found any more; who is not named is said as before.
    const count = [{ fn: 'count', as: 'n' }]
    const others = await ask({ model: 'shared_work', where: { not: listed }, aggregate: count })
    expect(others.aggregates.n).toBe(4001)
    await call.patch(`/api/records/shared_work/${mine}`, { helpers: [] })
    expect((await ask({ model: 'shared_work', where: listed })).rows).toEqual([])
  })

  it('are asked of the index as long as they are few, and gone through when one is named in very many', async () => {
    const id = await makeModel('common_work')
    await server.sql(
      `insert into app.objects (tenant_id, id, token, model_id, attributes, created_by, updated_by)
       select $1, gen_random_uuid(), gen_random_uuid()::text, $2,
         jsonb_build_object('name', 'n' || n, 'helpers', case when n <= 5000 then jsonb_build_array($3::uuid) else '[]' end), $3, $3
       from generate_series(1, 6000) n`,
      [tenant, id, person],
    )
    await setFields(id, field('name'), field('helpers', 'user', { many: true }))
    await settled(id)
    const where = { field: 'helpers', op: 'contains', value: person }
    const question = { model: 'common_work', where, aggregate: [{ fn: 'count', as: 'n' }], page: { size: 1 } }
    // The page and the number are both asked for by the ids that were found.
    const byIds = async () => (await plansOf(question)).filter((plan) => plan.includes('id = ANY')).length
    expect((await ask(question)).aggregates.n).toBe(5000)
    expect(await byIds()).toBe(2)
    await call.post('/api/records/common_work', { name: 'One more', helpers: [person] })
    expect((await ask(question)).aggregates.n).toBe(5001)
    expect(await byIds()).toBe(0)
  })
})

/** The plan of the one statement of a function, in this workspace, with these values for its parameters. */
async function planInside(name: string, values: Readonly<Record<string, string | number>>): Promise<string> {
  const [made] = await server.sql<{ body: string }>(
    'select prosrc as body from pg_proc where proname = $1 and pronargs = $2',
    [name, Object.keys(values).length],
  )
  let body = /from \(([^]*?)\) few/.exec(made?.body ?? '')?.[1] ?? ''
  body = body.replaceAll('= place', `= '${tenant}'`)
  for (const [parameter, value] of Object.entries(values))
    body = body.replaceAll(parameter, `${typeof value === 'number' ? value : `'${value}'`}`)
  const lines = await server.sql<{ 'QUERY PLAN': string }>(`explain ${body}`)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

/** The plans of what a question asks of records, as the login of requests with row-level security gets them. */
async function plansOf(question: unknown): Promise<string[]> {
  const { requests } = server.services.database
  const client = await requests.connect()
  try {
    const [row] = await server.sql<{ release_id: string; slots_id: string }>(
      'select release_id, slots_id from app.tenants where id = $1',
      [tenant],
    )
    await client.query('begin')
    await client.query(
      "select set_config('app.tenant', $1, true), set_config('app.release', $2, true), set_config('app.user', $3, true)",
      [tenant, row?.release_id, person],
    )
    const plain: Tx['query'] = async <R>(text: string, values?: unknown[]) => {
      const result = await client.query(text, values)
      return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 }
    }
    const workspace = await loadWorkspace(
      {
        query: plain,
        releaseId: row?.release_id ?? '',
        slotsId: row?.slots_id ?? null,
        confirm: async () => undefined,
      },
      tenant,
    )
    const access = compilePermissions(workspace, 'owner')
    const cursorKey = cursorKeyOf(server.services)
    const prepared = prepareQuery(
      question as Query,
      workspace,
      access,
      { userId: person, email: null, cursorKey },
      'query',
    )
    const plans: string[] = []
    await answerQuery(prepared, async ({ text, values }) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off) ${text}`,
        values,
      )
      plans.push(rows.map((line) => line['QUERY PLAN']).join('\n'))
      return (await client.query(text, values)).rows
    })
    return plans
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('keys of values', () => {
  it('are made alike by the kernel and by the database, in the order of the values', async () => {
    const numbers = fc
      .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 17 }))
      .map(([digits, places]) => decimal(digits.toString()).div(decimal(10).pow(places)).toFixed())
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }).filter((text) => !text.includes('\0')),
      fc.constantFrom('', '\u{10FFFF}', '\u{10FFFE}', '\u{10FFFD}', '\u{10FFFF}a', 'ä'.repeat(201)),
    )
    const given = {
      numbers: ['0', '-0', '1', '-1', '10', '0.1', '-0.10', '0.012', '100.5', ...fc.sample(numbers, 2000)],
      texts: fc.sample(texts, 2000),
    }
    const rows = await server.sql<{ key: string; given: string }>(
      'select app.slot_number(v::numeric) as key, v as given from unnest($1::text[]) v order by v::numeric, 1',
      [given.numbers],
    )
    for (const row of rows) expect(numberKey(row.given)).toBe(row.key)
    const keys = rows.map(({ key }) => key)
    expect(keys).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    expect(keys.every((key) => key < emptyKey.number)).toBe(true)
    const words = await server.sql<{ key: string; given: string; none: string }>(
      `select app.slot_text(v) as key, v as given, app.slot_text(null) as none from unnest($1::text[]) v
       order by left(v, 200) collate "C"`,
      [given.texts],
    )
    for (const row of words) expect(textKey(row.given)).toBe(row.key)
    const bytes = words.map(({ key }) => Buffer.from(key))
    expect(bytes).toEqual(bytes.toSorted((a, b) => Buffer.compare(a, b)))
    expect(
      words.every(
        ({ key, none }) => none === emptyKey.text && Buffer.compare(Buffer.from(key), Buffer.from(none)) < 0,
      ),
    ).toBe(true)
  })
})
