import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEditorWorld, type EditorWorld } from '../support/editors.ts'
import type { Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let world: EditorWorld
beforeAll(async () => {
  server = await startTestServer()
  world = await makeEditorWorld(server)
})
afterAll(() => server.stop())

const make = async (call: Api, values: Record<string, unknown>): Promise<string> =>
  (await call.post('/api/records/note', values)).body.id as string
/** A moment between what was done before and what will be done after. */
async function moment(): Promise<string> {
  await new Promise((done) => setTimeout(done, 5))
  const [row] = await server.sql<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  )
  await new Promise((done) => setTimeout(done, 5))
  return row?.at ?? ''
}
const titles = async (call: Api, query: Record<string, unknown>): Promise<unknown> => {
  const { body } = await call.post('/api/query', {
    queries: [{ model: 'note', sort: [{ field: 'title' }], total: 'exact', ...query }],
  })
  const [result] = body.results
  return result.error ? result.error.code : result.rows.map(({ title }: { title: string }) => title)
}

describe('[C-07] the past', () => {
  it('shows a record as it was at any moment and after any event', async () => {
    const { ownerCalls: call, memberCalls } = world
    const before = await moment()
    const id = await make(call, { title: 'one', status: 'open', cost: '1.00' })
    const first = await moment()
    await call.patch(`/api/records/note/${id}`, { title: 'two', status: null, cost: '2.00' })
    const second = await moment()
    await call.patch(`/api/records/note/${id}`, { title: 'three', place: 'roof' })
    const at = (when: string, who = call) => who.get(`/api/records/note/${id}?at=${when}`)
    expect((await at(before)).status).toBe(404)
    expect((await at(first)).body).toMatchObject({ title: 'one', status: 'open', cost: '1.00' })
    expect((await at(second)).body).toMatchObject({ title: 'two', status: null, cost: '2.00', place: null })
    expect((await call.get(`/api/records/note/${id}`)).body).toMatchObject({ title: 'three', place: 'roof' })
    const seen = await at(first, memberCalls)
    expect(seen.body).toMatchObject({ title: 'one', status: 'open' })
    expect(Object.keys(seen.body)).not.toContain('cost')
    const events = (await call.get(`/api/records/note/${id}/events`)).body.rows as { id: string }[]
    expect((await call.get(`/api/records/note/${id}?event=${events[1]?.id}`)).body).toMatchObject({
      title: 'two',
    })
    expect((await call.get(`/api/records/note/${id}?event=${id}`)).status).toBe(404)
  })

  it('shows a list as it was: filtered, sorted and counted by the values of then', async () => {
    const { ownerCalls: call, memberCalls, limitedCalls } = world
    const place = 'past list'
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map((title) => make(call, { title, place, cost: '5.00' })),
    )
    const then = await moment()
    await call.patch(`/api/records/note/${a}`, { title: 'z', cost: '9.00' })
    await call.patch(`/api/records/note/${b}`, { place: 'elsewhere' })
    await call.delete(`/api/records/note/${c}`)
    await make(call, { title: 'later', place })
    const where = { field: 'place', op: 'eq', value: place }
    expect(await titles(call, { where })).toEqual(['later', 'z'])
    expect(await titles(call, { where, as_of: then })).toEqual(['a', 'b', 'c'])
    const { body } = await call.post('/api/query', {
      queries: [{ model: 'note', where, as_of: then, aggregate: [{ fn: 'sum', field: 'cost', as: 'sum' }] }],
    })
    expect(body.results[0].aggregates).toEqual({ sum: '15' })
    expect(await titles(memberCalls, { where, as_of: then })).toEqual(['a', 'b', 'c'])
    expect(await titles(memberCalls, { where: { field: 'cost', op: 'eq', value: '5' }, as_of: then })).toBe(
      'unknown_field',
    )
    // Whoever sees only some rows has no lists of the past.
    expect(await titles(limitedCalls, { where, as_of: then })).toBe('forbidden')
    expect(await titles(call, { model: 'sys_role', sort: [], as_of: then })).toBe('invalid')
  })

  it('hides the past of a record from whoever may not see it now', async () => {
    const { ownerCalls: call, limitedCalls, limited } = world
    const id = await make(call, { title: 'theirs', responsible: limited.userId })
    const then = await moment()
    expect((await limitedCalls.get(`/api/records/note/${id}?at=${then}`)).body).toMatchObject({
      title: 'theirs',
    })
    await call.patch(`/api/records/note/${id}`, { responsible: null })
    expect((await limitedCalls.get(`/api/records/note/${id}?at=${then}`)).status).toBe(404)
    expect((await limitedCalls.get(`/api/records/note/${id}/events`)).status).toBe(404)
  })

  it('brings a version back as a change of its own, leaving what the person may not write', async () => {
    const { ownerCalls: call, memberCalls } = world
    const id = await make(call, { title: 'v1', status: 'old', cost: '1.00' })
    const then = await moment()
    await call.patch(`/api/records/note/${id}`, { title: 'v2', status: null, place: 'new', cost: '2.00' })
    const restored = await memberCalls.post(`/api/records/note/${id}/restore`, { at: then })
    expect(restored.status, JSON.stringify(restored.body)).toBe(200)
    expect((await call.get(`/api/records/note/${id}`)).body).toMatchObject({
      title: 'v1',
      status: 'old',
      place: null,
      cost: '2.00',
    })
    const { rows } = (await call.get(`/api/records/note/${id}/events`)).body
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['updated', 'updated', 'created'])
  })
})

describe('the bin', () => {
  it('lists what was deleted to those who may bring it back', async () => {
    const { ownerCalls: call, limitedCalls, memberCalls, limited } = world
    const theirs = await make(call, { title: 'bin theirs', responsible: limited.userId })
    const other = await make(call, { title: 'bin other' })
    await call.delete(`/api/records/note/${theirs}`)
    await call.delete(`/api/records/note/${other}`)
    const { body } = await call.get('/api/bin?model=note&size=1')
    expect(body).toMatchObject({
      model: { key: 'note' },
      can_purge: true,
      rows: [{ id: other, title: 'bin other', deleted_by: { id: world.owner.userId } }],
    })
    const next = await call.get(`/api/bin?model=note&size=1&after=${body.page.after}`)
    expect(next.body.rows).toMatchObject([{ id: theirs }])
    const own = (await limitedCalls.get('/api/bin?model=note')).body
    expect(own.rows).toMatchObject([{ id: theirs }])
    expect(own.can_purge).toBe(false)
    expect((await memberCalls.get('/api/bin?model=secret')).status).toBe(404)
    expect((await limitedCalls.post(`/api/records/note/${theirs}/restore`)).status).toBe(200)
    expect((await call.get(`/api/records/note/${theirs}`)).body).toMatchObject({ title: 'bin theirs' })
  })

  it('removes for good, history included, and keeps only that it was', async () => {
    const { ownerCalls: call, memberCalls, tenant } = world
    const id = await make(call, { title: 'canary-71', code: 'canary-71' })
    await call.patch(
      `/api/records/note/${id}`,
      { title: 'canary-72' },
      { headers: { 'idempotency-key': 'purge-1' } },
    )
    const alive = await call.post('/api/bin/purge', { model: 'note', ids: [id] })
    expect(alive.body).toEqual({ purged: [], kept: [] })
    await call.delete(`/api/records/note/${id}`)
    expect((await memberCalls.post('/api/bin/purge', { model: 'note', ids: [id] })).status).toBe(403)
    expect((await call.post('/api/bin/purge', { model: 'note', ids: [id] })).body).toEqual({
      purged: [id],
      kept: [],
    })
    const events = await server.sql<{ kind: string; before: unknown; after: unknown }>(
      'select kind, before, after from app.events where tenant_id = $1 and record_id = $2 order by id',
      [tenant.id, id],
    )
    expect(events.map(({ kind }) => kind)).toEqual(['created', 'updated', 'deleted', 'purged'])
    expect(events.every(({ before, after }) => before === null && after === null)).toBe(true)
    for (const table of ['objects', 'events', 'unique_values', 'idempotency_keys']) {
      const left = await server.sql(`select from app.${table} as t where to_jsonb(t)::text like '%canary-7%'`)
      expect(left, table).toEqual([])
    }
    expect((await call.post(`/api/records/note/${id}/restore`)).status).toBe(404)
    // History of what was not purged stays closed, also to the owner of the database.
    await expect(server.sql("update app.events set after = null where kind = 'created'")).rejects.toThrow(
      'append-only',
    )
    await expect(
      server.sql(`update app.events set kind = 'x', before = null where record_id = $1`, [id]),
    ).rejects.toThrow('append-only')
  })
})
