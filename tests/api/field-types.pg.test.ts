import { createPrecompiledValidator } from '@rjsf/validator-ajv8'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row, Where } from '#contracts/query.ts'
import { computedTypes } from '#contracts/computed-field.ts'
import type { FieldSample } from '../support/field-samples.ts'
import type { Api, Person, TestTenant } from '../support/people.ts'
import { makeSampleWorld, sampleKeys, type SampleWorld } from '../support/sample-world.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let world: SampleWorld
let owner: Person
let tenant: TestTenant
let call: Api
let made: SampleWorld['made']
/** Ids of the records `a`, `b` and `e` (empty). */
let ids: Record<'a' | 'b' | 'e', string>

const keys = sampleKeys
const sampleOf = (key: string): FieldSample => world.sampleOf(key)
const isAssigned = (key: string): boolean => world.isAssigned(key)
/** Where a test looks for the three records, whatever others there are. */
const three: Where = { field: 'name', op: 'in', value: ['a', 'b', 'e'] }
async function find(where: Where | undefined, more: object = {}): Promise<Row[]> {
  const { body } = await call.post('/api/query', {
    queries: [{ model: 'thing', ...(where ? { where } : {}), page: { size: 500 }, ...more }],
  })
  const [result] = (body as { results: { rows: Row[] }[] }).results ?? []
  if (!result?.rows) throw new Error(JSON.stringify(body))
  return result.rows
}
const read = async (id: string, model = 'thing'): Promise<Row> => {
  const { body } = await call.post('/api/query', {
    queries: [{ model, where: { field: 'id', op: 'eq', value: id } }],
  })
  return (body as { results: { rows: Row[] }[] }).results[0]?.rows[0] ?? {}
}

beforeAll(async () => {
  server = await startTestServer()
  world = await makeSampleWorld(server)
  ;({ owner, tenant, call, made } = world)
  const [a, b, e] = [
    await made('/api/records/thing', { name: 'a', ...world.valuesOf('a') }),
    await made('/api/records/thing', { name: 'b', ...world.valuesOf('b') }),
    await made('/api/records/thing', { name: 'e' }),
  ]
  ids = { a: String(a['id']), b: String(b['id']), e: String(e['id']) }
})

afterAll(() => server.stop())

describe('every type of field', () => {
  it.each(keys)('[EX-11] %s: is stored in one form and answered in it', async (key) => {
    const sample = sampleOf(key)
    for (const which of ['a', 'b'] as const)
      expect((await read(ids[which]))[key] ?? null).toEqual(sample[which])
    for (const sent of sample.alike ?? []) {
      const { id } = await made('/api/records/thing', { [key]: sent })
      expect((await read(String(id)))[key], JSON.stringify(sent)).toEqual(sample.a)
      await call.delete(`/api/records/thing/${String(id)}`)
    }
  })

  it.each(keys)('%s: a wrong value is refused with its place, alone, in bulk and in a file', async (key) => {
    for (const [value, code] of sampleOf(key).wrong) {
      const answers = [
        await call.post('/api/records/thing', { [key]: value }),
        await call.patch(`/api/records/thing/${ids.e}`, { [key]: value }),
        await call.post('/api/records/thing/bulk', { create: [{ [key]: value }] }),
      ]
      for (const { status, body } of answers) {
        expect(status, JSON.stringify(body)).toBe(422)
        const { details } = (body as { error: { details: { path: string; code: string }[] } }).error
        expect(details.map((detail) => [detail.path.split('.').at(-1), detail.code])).toContainEqual([
          key,
          code,
        ])
      }
    }
  })

  it.each(keys)('%s: a cell edited in place keeps history, meets conflicts, goes back', async (key) => {
    const { a, b } = sampleOf(key)
    if (a === null || isAssigned(key)) return
    const { id } = await made('/api/records/thing', { [key]: a })
    const path = `/api/records/thing/${String(id)}`
    const edited = await call.patch(path, { [key]: b, base: { [key]: a } })
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
    expect((await read(String(id)))[key]).toEqual(b)
    if (JSON.stringify(a) !== JSON.stringify(b)) {
      const late = await call.patch(path, { [key]: null, base: { [key]: a } })
      expect(late.status).toBe(412)
      const { body } = await call.get(`${path}/events`)
      const events = (body as { rows: { id: string; kind: string; before: Row; after: Row }[] }).rows
      const change = events.find(({ kind }) => kind === 'updated')
      expect([change?.before[key], change?.after[key]]).toEqual([a, b])
      const version = await call.get(`${path}?event=${events.at(-1)?.id ?? ''}`)
      expect((version.body as Row)[key]).toEqual(a)
      const back = await call.patch(path, { [key]: a, base: { [key]: b } })
      expect(back.status, JSON.stringify(back.body)).toBe(200)
    }
    expect((await call.delete(path)).status).toBe(204)
    expect((await call.post(`${path}/restore`)).status).toBeLessThan(300)
    expect((await read(String(id)))[key]).toEqual(a)
    await call.delete(path)
  })

  it.each(keys)('%s: undo and redo bring its values back', async (key) => {
    const { a, b } = sampleOf(key)
    const { id } = await made('/api/records/thing', isAssigned(key) ? { integer: 1 } : { [key]: a })
    const value = async () => (await read(String(id)))[key] ?? null
    const step = async (path: string): Promise<void> => {
      const { status, body } = await call.post(path)
      expect([status, (body as { refused: unknown }).refused], JSON.stringify(body)).toEqual([200, []])
    }
    const given = await value()
    if (isAssigned(key)) {
      // A number goes with its record and comes back with it.
      await step('/api/undo')
      expect(await value()).toBeNull()
      await step('/api/redo')
      expect(await value()).toEqual(given)
    } else {
      const other = JSON.stringify(a) === JSON.stringify(b) ? null : b
      const changed = await call.patch(`/api/records/thing/${String(id)}`, { [key]: other })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      await step('/api/undo')
      expect(await value()).toEqual(a)
      await step('/api/redo')
      expect(await value()).toEqual(other)
    }
    await call.delete(`/api/records/thing/${String(id)}`)
  })

  describe.each(['csv', 'xlsx', 'json'] as const)('through a file as %s', (format) => {
    let copies: Row[]
    beforeAll(async () => {
      const copy = `copy_${format}`
      await made('/api/models', {
        key: copy,
        label: copy,
        schema: { version: 1, fields: world.fields, title_field: 'name' },
      })
      const query = encodeURIComponent(
        JSON.stringify({ model: 'thing', where: three, fields: ['name', ...keys, ...computedTypes] }),
      )
      const file = await fetch(`${server.url}/api/records/thing/export?format=${format}&query=${query}`, {
        headers: { authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenant.id },
      })
      expect(file.status).toBe(200)
      const imported = await call.post(
        `/api/records/${copy}/import?name=things.${format}&key=name`,
        undefined,
        {
          bytes: Buffer.from(await file.arrayBuffer()),
          headers: { 'content-type': file.headers.get('content-type') ?? '' },
        },
      )
      expect(imported.body).toMatchObject({ rows: 3, created: 3, rejected: [] })
      const { body } = await call.post('/api/query', { queries: [{ model: copy, page: { size: 10 } }] })
      copies = (body as { results: { rows: Row[] }[] }).results[0]?.rows ?? []
      for (const { name, sequence } of await find(three)) numbers[String(name)] = sequence
    })
    const numbers: Record<string, unknown> = {}
    const copyOf = (which: string): Row => copies.find(({ name }) => name === which) ?? {}

    it.each(keys)('%s comes back as it was', (key) => {
      const { fileless } = sampleOf(key)
      // Files stay with the record they were given to.
      const expected = (which: 'a' | 'b'): unknown =>
        isAssigned(key) ? numbers[which] : fileless ? null : sampleOf(key)[which]
      for (const which of ['a', 'b'] as const)
        expect(copyOf(which)[key] ?? null, which).toEqual(expected(which))
      if (!isAssigned(key)) expect(copyOf('e')[key] ?? null).toBeNull()
    })

    it.each(computedTypes)('%s is worked out anew from what came', (key) => {
      const { a, b, e } = world.worked[key]
      expect([copyOf('a')[key], copyOf('b')[key], copyOf('e')[key] ?? null]).toEqual([a, b, e])
    })
  })

  it.each(['en', 'de'] as const)(
    'a file written by a person in %s is read in its types',
    async (language) => {
      const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
      const readable = keys.filter((key) => sampleOf(key).written)
      const separator = language === 'de' ? ';' : ','
      // A second line says beyond doubt how days and numbers are written here.
      const lines = [
        ['name', ...readable],
        [`file ${language}`, ...readable.map((key) => sampleOf(key).written?.[language] ?? '')],
      ]
      const csv = lines.map((line) => line.map((text) => cell(text)).join(separator)).join('\r\n')
      const imported = await call.post(`/api/records/thing/import?name=things.csv`, undefined, {
        bytes: Buffer.from(csv),
        headers: { 'content-type': 'text/csv' },
      })
      expect(imported.body).toMatchObject({ created: 1, rejected: [], ignored: [] })
      const [row] = await find({ field: 'name', op: 'eq', value: `file ${language}` })
      for (const key of readable) expect(row?.[key], key).toEqual(sampleOf(key).a)
    },
  )

  describe('the form', () => {
    let schema: object
    let properties: Record<string, { readOnly?: boolean }>
    let check: ReturnType<typeof createPrecompiledValidator>
    beforeAll(async () => {
      const { body } = await call.get('/api/models/thing/form')
      const form = body as { schema: { properties: typeof properties }; validator: string }
      schema = form.schema
      properties = form.schema.properties
      const code = await (await fetch(server.url + form.validator)).text()
      const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
        default: Parameters<typeof createPrecompiledValidator>[0]
      }
      check = createPrecompiledValidator(module.default, schema)
    })

    it.each(keys)('%s: takes what the server takes', (key) => {
      expect(Object.keys(properties)).toContain(key)
      const { a, b } = sampleOf(key)
      if (isAssigned(key)) expect(properties[key]?.readOnly).toBe(true)
      else
        for (const value of [a, b])
          expect(check.validateFormData({ [key]: value }, schema).errors, JSON.stringify(value)).toEqual([])
    })

    it.each(computedTypes)('%s: shows, and cannot be filled in', (key) =>
      expect(properties[key]?.readOnly).toBe(true),
    )
  })

  describe.each(computedTypes)('%s', (key) => {
    it('is answered, and nobody writes it', async () => {
      const { a, b, e } = world.worked[key]
      for (const [which, value] of [
        ['a', a],
        ['b', b],
        ['e', e],
      ] as const)
        expect((await read(ids[which]))[key] ?? null, which).toEqual(value)
      const other = { [key]: key === 'rollup' ? 99 : 'something else' }
      for (const answer of [
        await call.post('/api/records/thing', other),
        await call.patch(`/api/records/thing/${ids.a}`, other),
        await call.post('/api/records/thing/bulk', { update: [{ id: ids.a, values: other }] }),
      ]) {
        expect(answer.status).toBe(422)
        expect(JSON.stringify(answer.body)).toContain('is worked out and cannot be written')
      }
    })

    it('is filtered, sorted and grouped by', async () => {
      for (const [op, value, found] of world.worked[key].asked) {
        const rows = await find({ and: [{ field: key, op, value }, three] })
        const names = rows.map(({ name }) => String(name)).toSorted()
        expect(names.join(''), `${op} ${JSON.stringify(value)}`).toBe(found)
      }
      const order = async (dir: string) =>
        (await find(three, { sort: [{ field: key, dir }] })).map(({ name }) => name).join('')
      expect([await order('asc'), await order('desc')]).toEqual(
        key === 'rollup' ? ['eba', 'abe'] : ['abe', 'bae'],
      )
      const groups = await find(three, { group: [key], aggregate: [{ fn: 'count', as: 'n' }] })
      expect(groups).toHaveLength(3)
    })

    it('follows what it is worked out from, in history, versions, undo and redo', async () => {
      const { a, follows } = world.worked[key]
      const { id } = await made('/api/records/thing', world.valuesOf('a'))
      const path = `/api/records/thing/${String(id)}`
      const value = async () => (await read(String(id)))[key]
      expect(await value()).toEqual(a)
      expect((await call.patch(path, follows.values)).status).toBe(200)
      expect(await value()).toEqual(follows.becomes)
      const { rows } = (await call.get(`${path}/events`)).body as {
        rows: { id: string; before: Row; after: Row }[]
      }
      expect([rows[0]?.before[key], rows[0]?.after[key]]).toEqual([a, follows.becomes])
      expect(((await call.get(`${path}?event=${rows.at(-1)?.id ?? ''}`)).body as Row)[key]).toEqual(a)
      await call.post('/api/undo')
      expect(await value()).toEqual(a)
      await call.post('/api/redo')
      expect(await value()).toEqual(follows.becomes)
      await call.delete(path)
    })
  })

  it.each(['created_at', 'updated_at', 'created_by', 'updated_by'])(
    '%s is kept by the system: answered, filtered, sorted and exported',
    async (key) => {
      const [row] = await find({ field: 'id', op: 'eq', value: ids.a }, { fields: [key] })
      const value = row?.[key]
      const known = typeof value === 'object' && value !== null ? (value as Row)['id'] : value
      if (key.endsWith('_by')) expect(known).toBe(owner.userId)
      else expect(new Date(String(known)).getTime()).toBeLessThanOrEqual(Date.now())
      const found = await find({
        and: [{ field: key, op: key.endsWith('_by') ? 'eq' : 'gte', value: known }, three],
      })
      expect(found.map(({ name }) => name)).toContain('a')
      if (key.endsWith('_at'))
        expect(
          (await find(three, { sort: [{ field: 'created_at', dir: 'asc' }] }))
            .map(({ name }) => name)
            .join(''),
        ).toBe('abe')
      const query = encodeURIComponent(
        JSON.stringify({ model: 'thing', where: three, fields: ['name', key] }),
      )
      const file = await fetch(`${server.url}/api/records/thing/export?format=json&query=${query}`, {
        headers: { authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenant.id },
      })
      expect(await file.text()).toContain(key.endsWith('_by') ? owner.userId : String(known).slice(0, 16))
      const refused = await call.patch(`/api/records/thing/${ids.a}`, { [key]: known })
      expect(refused.status).toBeGreaterThanOrEqual(400)
    },
  )

  it('numbers are given in order, and a file can name a record by its number', async () => {
    const rows = await find({ field: 'name', op: 'in', value: ['a', 'b', 'e'] })
    const numbers = Object.fromEntries(rows.map(({ name, sequence }) => [String(name), String(sequence)]))
    expect(numbers['a']).toMatch(/^EST-\d{4}$/)
    expect(Number(numbers['b']?.slice(4))).toBe(Number(numbers['a']?.slice(4)) + 1)
    const imported = await call.post('/api/records/thing/import?name=x.csv&key=sequence', undefined, {
      bytes: Buffer.from(`sequence,integer\n${numbers['a']},8\nEST-9999,9\n`),
      headers: { 'content-type': 'text/csv' },
    })
    expect(imported.body).toMatchObject({ created: 1, updated: 1, rejected: [] })
    expect((await made('/api/records/thing', { name: 'next' }))['sequence']).toBe('EST-10000')
  })
})
