import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { databaseChecksum } from '../support/database-checksum.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api, ApiAnswer, Person, TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api
const ids = { supplier: newId(), item: newId(), task: newId() }

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Records'))
  await installDefinitions(server, tenant.id, owner.userId, [
    {
      kind: 'model',
      id: ids.supplier,
      key: 'supplier',
      body: {
        label: 'Suppliers',
        schema: { version: 1, fields: [{ key: 'name', label: 'Name', type: 'text' }] },
      },
    },
    {
      kind: 'model',
      id: ids.item,
      key: 'item',
      body: {
        label: 'Items',
        schema: {
          version: 1,
          fields: [
            { key: 'code', label: 'Code', type: 'text', unique: true },
            { key: 'name', label: 'Name', type: 'text', required: true },
            { key: 'price', label: 'Price', type: 'money', scale: 2 },
            { key: 'qty', label: 'Quantity', type: 'integer' },
            { key: 'supplier', label: 'Supplier', type: 'relation', target: 'supplier' },
            { key: 'others', label: 'Others', type: 'relation', target: 'supplier', many: true },
            { key: 'responsible', label: 'Responsible', type: 'user' },
          ],
        },
      },
    },
    {
      kind: 'model',
      id: ids.task,
      key: 'task',
      body: {
        label: 'Tasks',
        schema: {
          version: 1,
          strict: true,
          fields: [
            { key: 'title', label: 'Title', type: 'text' },
            { key: 'owner', label: 'Owner', type: 'user' },
          ],
        },
      },
    },
    {
      kind: 'role',
      key: 'own_tasks',
      body: {
        label: 'Own tasks',
        grants: {
          task: {
            verbs: ['read', 'create', 'update', 'delete', 'export'],
            rows: { field: 'owner', op: 'eq', value: { '=': 'user.id' } },
          },
        },
      },
    },
  ])
})

afterAll(() => server.stop())

const make = async (values: Record<string, unknown>): Promise<ApiAnswer['body']> => {
  const { status, body } = await call.post('/api/records/item', values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const query = (...queries: unknown[]) => call.post('/api/query', { queries })

describe('records', () => {
  it('takes flat values or the wrapper `attributes`, and answers the flat row', async () => {
    const flat = await make({ name: 'Flat', price: '3', note: 'free' })
    expect(flat).toMatchObject({ name: 'Flat', price: '3.00', note: 'free', model_id: ids.item })
    expect(flat.id).toMatch(/^[0-9a-f-]{36}$/)
    const wrapped = await make({ attributes: { name: 'Wrapped', price: '4' } })
    expect(wrapped).toMatchObject({ name: 'Wrapped', price: '4.00' })
    expect((await call.post('/api/records/item', { name: 'x', attributes: { name: 'y' } })).status).toBe(422)
    expect((await call.post('/api/records/nothing', { name: 'x' })).status).toBe(404)
    expect(
      (await call.post('/api/records/task', { title: 'x', unknown: 1 })).body.error.details[0].path,
    ).toBe('attributes.unknown')
  })

  it('merges disjoint edits; an overlap is 412 with both values', async () => {
    const row = await make({ name: 'Base', price: '10', qty: 1 })
    const base = { name: 'Base', price: '10.00', qty: 1 }
    expect((await call.patch(`/api/records/item/${row.id}`, { price: '11', base })).status).toBe(200)
    const disjoint = await call.patch(`/api/records/item/${row.id}`, { qty: 2, base })
    expect(disjoint.body).toMatchObject({ price: '11.00', qty: 2 })
    const overlap = await call.patch(`/api/records/item/${row.id}`, { price: '12', qty: 3, base })
    expect(overlap.status).toBe(412)
    expect(overlap.body.error).toMatchObject({
      code: 'edit_conflict',
      details: {
        fields: {
          price: { base: '10.00', mine: '12', theirs: '11.00' },
          qty: { base: 1, mine: 3, theirs: 2 },
        },
      },
    })
    expect(
      (await query({ model: 'item', where: { field: 'id', op: 'eq', value: row.id } })).body.results[0]
        .rows[0],
    ).toMatchObject({ price: '11.00', qty: 2 })
    // The same value by both sides is no conflict, and other spellings of a number are the same number.
    expect(
      (await call.patch(`/api/records/item/${row.id}`, { price: '11.0', base: { price: '10' } })).status,
    ).toBe(200)
    expect((await call.patch(`/api/records/item/${newId()}`, { qty: 1 })).status).toBe(404)
    expect((await call.patch('/api/records/item/not-an-id', { qty: 1 })).status).toBe(404)
  })

  it('[RC-02] 100 parallel creates of one unique value: one 201, 99 times 422 not_unique', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call.post('/api/records/item', { name: 'Race', code: 'ONE' })),
    )
    const statuses = answers
      .map(({ status, body }) => `${status} ${body.error?.code ?? ''}`.trim())
      .toSorted()
    expect(statuses.filter((status) => status === '201')).toHaveLength(1)
    expect(statuses.filter((status) => status === '422 not_unique')).toHaveLength(99)
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body.error.details).toEqual([
      { path: 'attributes.code', code: 'not_unique', message: 'This value is used already.' },
    ])
    expect(await server.sql("select 1 from app.objects where attributes->>'code' = 'ONE'")).toHaveLength(1)
    expect(await server.sql("select 1 from app.events where after->>'code' = 'ONE'")).toHaveLength(1)
  })

  it('a unique value moves with its record', async () => {
    const first = await make({ name: 'A', code: 'MOVE' })
    const second = await make({ name: 'B', code: 'STAY' })
    expect((await call.patch(`/api/records/item/${second.id}`, { code: 'MOVE' })).body.error.code).toBe(
      'not_unique',
    )
    expect((await call.patch(`/api/records/item/${first.id}`, { code: null })).status).toBe(200)
    expect((await call.patch(`/api/records/item/${second.id}`, { code: 'MOVE' })).status).toBe(200)
    expect((await call.patch(`/api/records/item/${first.id}`, { code: 'STAY' })).status).toBe(200)
  })

  it('relations must lead to records one can see; lists and people too', async () => {
    const supplier = (await call.post('/api/records/supplier', { name: 'Timber Ltd' })).body
    const row = await make({
      name: 'Linked',
      supplier: supplier.id,
      others: [supplier.id],
      responsible: owner.userId,
    })
    expect(row).toMatchObject({ supplier: supplier.id, others: [supplier.id], responsible: owner.userId })
    for (const wrong of [
      { supplier: newId() },
      { others: [supplier.id, newId()] },
      { responsible: newId() },
      { supplier: 'Timber Ltd' },
    ]) {
      const refused = await call.post('/api/records/item', { name: 'x', ...wrong })
      expect([refused.status, refused.body.error.details[0].path]).toEqual([
        422,
        `attributes.${Object.keys(wrong)[0] ?? ''}`,
      ])
    }
    const expanded = await query({
      model: 'item',
      where: { field: 'supplier.name', op: 'eq', value: 'Timber Ltd' },
      expand: { supplier: { fields: ['name'] } },
    })
    expect(expanded.body.results[0].rows[0].supplier).toMatchObject({ name: 'Timber Ltd' })
    expect((await call.delete(`/api/records/supplier/${supplier.id}`)).body.error.code).toBe('in_use')
  })

  it('bulk is all or nothing, and names every bad item', async () => {
    const row = await make({ name: 'Bulk', qty: 1 })
    const count = async () =>
      (await query({ model: 'item', total: 'exact', page: { size: 1 } })).body.results[0].total
    const before = await count()
    const bad = await call.post('/api/records/item/bulk', {
      create: [{ name: 'ok' }, { price: 'x' }],
      update: [{ id: row.id, values: { qty: 5 } }],
    })
    expect(bad.status).toBe(422)
    expect(bad.body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'create.1.values.name',
      'create.1.values.price',
    ])
    expect(await count()).toBe(before)
    const good = await call.post('/api/records/item/bulk', {
      create: [{ name: 'one' }, { name: 'two' }],
      update: [{ id: row.id, values: { qty: 5 } }],
    })
    expect(good.status).toBe(200)
    expect(good.body.created).toHaveLength(2)
    expect(await count()).toBe(before + 2)
    expect((await call.post('/api/records/item/bulk', { delete: good.body.created })).body.deleted).toEqual(
      good.body.created,
    )
    expect(await count()).toBe(before)
    const twice = await call.post('/api/records/item/bulk', {
      create: [
        { name: 'x', code: 'DUP' },
        { name: 'y', code: 'DUP' },
      ],
    })
    expect([twice.status, twice.body.error.code, twice.body.error.details[0].path]).toEqual([
      422,
      'not_unique',
      'create.1.values.code',
    ])
  })

  it('bulk merges disjoint edits; where it overlaps, 412 names every record with both values and nothing is written', async () => {
    const make = async (code: string) =>
      (await call.post('/api/records/supplier', { code, name: code, city: 'Bonn' })).body.id as string
    const [one, two, three] = [await make('BM-1'), await make('BM-2'), await make('BM-3')]
    for (const id of [one, two])
      expect((await call.patch(`/api/records/supplier/${id}`, { city: 'Köln' })).status).toBe(200)
    const base = { city: 'Bonn' }
    const met = await call.post('/api/records/supplier/bulk', {
      update: [one, three, two].map((id) => ({ id, values: { city: 'Trier' }, base })),
    })
    expect([met.status, met.body.error.code]).toEqual([412, 'edit_conflict'])
    const fields = { city: { base: 'Bonn', mine: 'Trier', theirs: 'Köln' } }
    expect(met.body.error.details).toEqual({
      fields,
      records: [
        { id: one, title: 'BM-1', fields },
        { id: two, title: 'BM-2', fields },
      ],
    })
    const city = async (id: string) => (await call.get(`/api/records/supplier/${id}`)).body.city
    expect(await city(three)).toBe('Bonn')
    const merged = await call.post('/api/records/supplier/bulk', {
      update: [
        { id: one, values: { name: 'Other name' }, base: { name: 'BM-1' } },
        { id: two, values: { city: 'Köln' }, base },
        { id: three, values: { city: 'Trier' }, base },
      ],
    })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect((await call.get(`/api/records/supplier/${one}`)).body).toMatchObject({
      name: 'Other name',
      city: 'Köln',
    })
    expect([await city(two), await city(three)]).toEqual(['Köln', 'Trier'])
  })

  it('a row rule binds reading and writing', async () => {
    const person = await placePerson(server, tenant.id, 'own_tasks')
    const theirs = (await call.post('/api/records/task', { title: 'Not yours', owner: owner.userId })).body
    const mine = await person.api.post('/api/records/task', { title: 'Mine', owner: person.userId })
    expect(mine.status).toBe(201)
    expect(
      (await person.api.post('/api/records/task', { title: 'For another', owner: owner.userId })).status,
    ).toBe(403)
    expect(
      (await person.api.patch(`/api/records/task/${mine.body.id}`, { owner: owner.userId })).status,
    ).toBe(403)
    for (const refused of [
      await person.api.patch(`/api/records/task/${theirs.id}`, { title: 'x' }),
      await person.api.delete(`/api/records/task/${theirs.id}`),
      await person.api.get(`/api/objects/${theirs.token}`),
      await person.api.get(`/api/records/task/${theirs.id}/events`),
    ])
      expect(refused.status).toBe(404)
    expect((await person.api.get('/api/objects')).body.rows.map((row: { id: string }) => row.id)).toEqual([
      mine.body.id,
    ])
    expect((await person.api.get(`/api/objects?model_id=${ids.task}`)).body.rows).toHaveLength(1)
    expect((await person.api.get('/api/records/task/export')).body).toMatch(
      /^Title,Owner\r\nMine,[^\r\n]*\r\n$/,
    )
  })

  it('[RA-04] several at once are written all or not at all: one that is not theirs stops the whole', async () => {
    const person = await placePerson(server, tenant.id, 'own_tasks')
    const own = async (title: string): Promise<string> =>
      (await person.api.post('/api/records/task', { title, owner: person.userId })).body.id
    const theirs = (await call.post('/api/records/task', { title: 'Not yours', owner: owner.userId })).body.id
    const [one, two] = [await own('One'), await own('Two')]
    const bin = (await call.post('/api/records/task', { title: 'In the bin', owner: owner.userId })).body.id
    await call.delete(`/api/records/task/${bin}`)
    const before = await databaseChecksum(server)
    const bulk = (body: object) => person.api.post('/api/records/task/bulk', body)
    for (const foreign of [theirs, newId()])
      for (const body of [
        { update: [one, foreign].map((id) => ({ id, values: { title: 'Mine now' } })) },
        { update: [foreign, one].map((id) => ({ id, values: { owner: person.userId } })) },
        { delete: [one, foreign, two] },
        { create: [{ title: 'New', owner: person.userId }], delete: [foreign] },
        { create: [{ title: 'For another', owner: owner.userId }], delete: [one] },
      ]) {
        const refused = await bulk(body)
        expect([403, 404], JSON.stringify(body)).toContain(refused.status)
        expect(JSON.stringify(refused.body)).not.toContain('Not yours')
      }
    const restored = await person.api.post('/api/bin/restore', { model: 'task', ids: [bin, newId()] })
    expect(restored.body.restored ?? []).toEqual([])
    expect([200, 403, 404]).toContain(restored.status)
    expect((await person.api.post('/api/bin/purge', { model: 'task', ids: [bin] })).status).toBe(403)
    expect(await databaseChecksum(server)).toBe(before)
    expect((await bulk({ delete: [one, two] })).status).toBe(200)
  })

  it('[RC-01] two writes that saw the same: one is written, the other is told; without what was seen, nothing else is touched', async () => {
    const row = await make({ name: 'Race', price: '10', qty: 1 })
    const path = `/api/records/item/${row.id}`
    const answers = await Promise.all(
      ['11', '12'].map((price) => call.patch(path, { price, base: { price: '10.00' } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect(lost?.body.error.details.fields.price).toMatchObject({ base: '10.00', theirs: won?.body.price })
    // Who does not say what they saw changes what they name and no more, and the history keeps what was there.
    expect((await call.patch(path, { name: 'Blind' })).status).toBe(200)
    expect((await call.get(path)).body).toMatchObject({ name: 'Blind', price: won?.body.price, qty: 1 })
    const [last] = (await call.get(`${path}/events`)).body.rows
    expect(last).toMatchObject({ before: { name: 'Race' }, after: { name: 'Blind' } })
  })

  it('[EX-17] a value that looks like more of the question is a value', async () => {
    const text = 'x","admin":true,"y":"\\u0022}],"model":"task"'
    const row = await make({ name: text })
    expect(Object.keys(row)).not.toContain('admin')
    const found = await query({ model: 'item', where: { field: 'name', op: 'eq', value: text } })
    expect(found.body.results[0].rows.map(({ id }: { id: string }) => id)).toEqual([row.id])
    const where = JSON.stringify({ where: { field: 'name', op: 'eq', value: text } })
    const file = await call.get(`/api/records/item/export?format=json&query=${encodeURIComponent(where)}`)
    expect(JSON.stringify(file.body)).toContain(JSON.stringify(text).slice(1, -1).slice(0, 12))
    expect(
      (
        await call.get(
          `/api/records/item/export?query=${encodeURIComponent(`{"where":{"field":"name","op":"eq","value":"${text}"}}`)}`,
        )
      ).status,
    ).toBeGreaterThanOrEqual(400)
  })

  it('[DO-02] a page is a page, whatever is asked for', async () => {
    for (const size of ['1e9', '-1', '0', 'abc', '501', '1.5', ''])
      for (const path of ['/api/objects', '/api/records/item', `/api/objects?model_id=${ids.item}`]) {
        const address = `${path}${path.includes('?') ? '&' : '?'}size=${size}`
        expect((await call.get(address)).status, address).toBe(422)
      }
    for (const page of [
      { size: 1e9 },
      { size: -1 },
      { size: 'abc' },
      { size: 10, skip: 1e12 },
      { size: 10, skip: -1 },
    ])
      expect(
        (await query({ model: 'item', page })).body.results?.[0]?.rows,
        JSON.stringify(page),
      ).toBeUndefined()
    expect((await call.get('/api/objects?offset=1000000000000')).status).toBe(422)
    expect((await call.get('/api/records/item?after=AAAA.BBBB')).status).toBe(400)
    expect((await call.get('/api/objects?size=2')).body.rows).toHaveLength(2)
  })

  it('[C-07] history tells who, when, before and after', async () => {
    const row = await make({ name: 'History', qty: 1 })
    await call.patch(`/api/records/item/${row.id}`, { qty: 2 })
    const { body } = await call.get(`/api/records/item/${row.id}/events`)
    expect(
      body.rows.map(({ kind, before, after }: Record<string, unknown>) => ({ kind, before, after })),
    ).toEqual([
      { kind: 'updated', before: { qty: 1 }, after: { qty: 2 } },
      { kind: 'created', before: null, after: { name: 'History', qty: 1 } },
    ])
  })
})

describe('POST /api/query', () => {
  it('answers all questions in one snapshot; a refused one fails alone', async () => {
    const { status, body } = await query(
      { model: 'item', page: { size: 1 } },
      { model: 'item', sort: [{ field: 'nope', dir: 'asc' }] },
      { model: 'nope' },
      { model: 'supplier', total: 'exact' },
    )
    expect(status).toBe(200)
    expect(body.results).toHaveLength(4)
    expect(body.results[0].rows).toHaveLength(1)
    expect(body.results[1].error).toMatchObject({
      code: 'unknown_field',
      details: [{ path: 'queries.1.sort.0.field' }],
    })
    expect(body.results[2].error.code).toBe('not_found')
    expect(body.results[3].total).toBeGreaterThan(0)
  })

  it('pages with signed marks; a forged or foreign one is refused', async () => {
    const question = { model: 'item', sort: [{ field: 'name', dir: 'asc' }], page: { size: 2 } }
    const first = (await query(question)).body.results[0]
    const second = (await query({ ...question, page: { size: 2, after: first.page.after } })).body.results[0]
    expect(second.rows).toHaveLength(2)
    expect(second.rows.map((row: { id: string }) => row.id)).not.toContain(first.rows[0].id)
    const member = await placePerson(server, tenant.id, 'member')
    const foreign = await member.api.post('/api/query', {
      queries: [{ ...question, page: { size: 2, after: first.page.after } }],
    })
    expect(foreign.body.results[0].error.code).toBe('bad_request')
    expect(
      (await query({ ...question, page: { size: 2, after: 'AAAA.BBBB' } })).body.results[0].error.code,
    ).toBe('bad_request')
    expect(
      (await query({ ...question, sort: [], page: { size: 2, after: first.page.after } })).body.results[0]
        .error.code,
    ).toBe('bad_request')
  })

  it('[DO-01] refuses what is too deep, too wide or too long', async () => {
    let deep: unknown = { field: 'name', op: 'eq', value: 'x' }
    for (let level = 0; level < 20; level++) deep = { not: deep }
    const results = [
      { model: 'item', where: deep },
      { model: 'item', where: { field: 'name', op: 'in', value: Array.from({ length: 2000 }, () => 'x') } },
      { model: 'item', page: { size: 500 }, where: { field: 'qty', op: 'eq', value: 'seven' } },
    ]
    for (const question of results) expect((await query(question)).body.results[0].error.code).toBe('invalid')
    expect((await query({ model: 'item', page: { size: 1e9 } })).status).toBe(422)
  })

  it('knows the system’s models too', async () => {
    const { body } = await query(
      { model: 'sys_member', where: { field: 'role', op: 'eq', value: 'owner' } },
      { model: 'sys_model', fields: ['key', 'label'], sort: [{ field: 'key', dir: 'asc' }] },
    )
    expect(body.results[0].rows[0]).toMatchObject({ id: owner.userId, role: 'owner' })
    expect(body.results[1].rows.map((row: { key: string }) => row.key)).toEqual(['item', 'supplier', 'task'])
  })
})
