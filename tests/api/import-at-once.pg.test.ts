import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '#contracts/api/imports.ts'
import { placePerson } from '../support/install-definitions.ts'
import type { Api } from '../support/people.ts'
import { startPlace, type Place } from '../support/start-place.ts'

let place: Place
let call: Api
let modelId: string

const schemaWith = (max_length?: number) => ({
  version: 1,
  fields: [
    { key: 'code', label: 'Code', type: 'text', unique: true, ...(max_length && { max_length }) },
    { key: 'price', label: 'Price', type: 'money', scale: 2 },
  ],
})

beforeAll(async () => {
  place = await startPlace('At once')
  call = place.owner
  const { status, body } = await call.post('/api/models', {
    key: 'article',
    label: 'Articles',
    schema: schemaWith(),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  modelId = body.id
})

afterAll(() => place.server.stop())

const same = (...keys: string[]) => keys.map((key) => ({ source: key, to: key }))
const count = async (): Promise<number> => {
  const queries = [{ model: 'article', total: 'exact', page: { size: 1 } }]
  return (await call.post('/api/query', { queries })).body.results[0].total
}

/** Starts an import of 300 rows and holds it in the middle of its transaction while `meanwhile` runs. */
async function importAround(
  from: number,
  meanwhile: () => Promise<void>,
  { by = call, request = {} }: { by?: Api; request?: object } = {},
): Promise<ImportState> {
  const rows = Array.from({ length: 300 }, (_, index) => `M-${from + index},1.00`)
  const staged = await by.post('/api/imports?name=rows.csv', undefined, {
    bytes: ['code,price', ...rows].join('\n'),
    headers: { 'content-type': 'text/csv' },
  })
  expect(staged.status, JSON.stringify(staged.body)).toBe(201)
  const { server, tenant } = place
  const client = await server.services.database.owner.connect()
  try {
    await client.query("select pg_advisory_lock(hashtextextended('app.slots:' || $1, 0))", [tenant.id])
    const started = await by.post(`/api/imports/${staged.body.id}/run`, {
      target: { model: 'article' },
      columns: same('code', 'price'),
      mode: 'all_or_nothing',
      ...request,
    })
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    const waits =
      "select 1 from pg_locks where locktype = 'advisory' and not granted and mode = 'ShareLock' and database = (select oid from pg_database where datname = current_database())"
    while ((await server.sql(waits)).length === 0) await wait(10)
    await meanwhile()
  } finally {
    await client.query('select pg_advisory_unlock_all()')
    client.release()
  }
  for (;;) {
    const { body } = await call.get(`/api/imports/${staged.body.id}`)
    if (body.status !== 'running') return body
    await wait(20)
  }
}

const setLength = async (max_length?: number): Promise<void> => {
  const { status, body } = await call.put(`/api/models/${modelId}`, { schema: schemaWith(max_length) })
  expect(status, JSON.stringify(body)).toBe(200)
}

describe('an import of all rows or none', () => {
  it('holds no release off, and goes by what was released meanwhile', async () => {
    const refused = await importAround(1000, () => setLength(3))
    expect(refused).toMatchObject({ status: 'failed', created: 0, rejected_count: 300 })
    expect(await count()).toBe(0)
    const done = await importAround(1000, () => setLength())
    expect(done).toMatchObject({ status: 'done', created: 300, rejected_count: 0 })
    expect(await count()).toBe(300)
  })

  it('makes its model beside others that were released meanwhile', async () => {
    const described = ['code', 'price'].map((key) => ({
      source: key,
      field: { key, label: key, type: 'text' },
    }))
    const request = { target: { new_model: { key: 'part', label: 'Parts' } }, columns: described }
    const other = { key: 'other', label: 'Others', schema: schemaWith() }
    const made = await importAround(
      2000,
      async () => {
        expect((await call.post('/api/models', other)).status).toBe(201)
      },
      { request },
    )
    expect(made).toMatchObject({ status: 'done', created: 300, model: 'part' })
    const { rows } = (await call.get('/api/models')).body
    const keys = rows.map(({ key }: { key: string }) => key)
    expect(keys).toEqual(expect.arrayContaining(['article', 'other', 'part']))
  })

  it('ends by the rights its maker has then', async () => {
    const before = await count()
    const member = await placePerson(place.server, place.tenant.id, 'member')
    const left = await importAround(
      3000,
      async () => {
        expect((await call.put(`/api/members/${member.userId}`, { role: 'customer' })).status).toBe(200)
      },
      { by: member.api },
    )
    expect(left).toMatchObject({ status: 'failed', created: 0 })
    expect(await count()).toBe(before)
  })

  it('is taken back beside other writers', async () => {
    const before = await count()
    const done = await importAround(4000, async () => undefined)
    expect(done).toMatchObject({ status: 'done', created: 300 })
    const client = await place.server.services.database.owner.connect()
    try {
      // One of its records is held, so that taking it back waits in the middle.
      await client.query('begin')
      await client.query("select from app.objects where attributes ->> 'code' = 'M-4000' for update")
      const undoing = call.post(`/api/imports/${done.id}/undo`)
      const waits = "select 1 from pg_locks where locktype in ('transactionid', 'tuple') and not granted"
      while ((await place.server.sql(waits)).length === 0) await wait(10)
      expect((await call.post('/api/records/article', { code: 'Beside' })).status).toBe(201)
      await client.query('rollback')
      expect((await undoing).body).toMatchObject({ status: 'undone' })
    } finally {
      client.release()
    }
    expect(await count()).toBe(before + 1)
  })
})
