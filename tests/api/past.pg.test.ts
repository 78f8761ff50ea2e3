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
    const refused = await limitedCalls.post('/api/query', { queries: [{ model: 'note', as_of: then }] })
    expect(refused.body.results[0].error).toMatchObject({
      message: expect.stringContaining('The history of each single record is open'),
      details: { reason: 'row_rule', models: [{ key: 'note' }] },
    })
    expect(await titles(call, { model: 'sys_role', sort: [], as_of: then })).toBe('invalid')
  })

  it('is asked by board, calendar and pivot: groups, counts and sums of then, and an export of it', async () => {
    const { ownerCalls: call } = world
    const place = 'past board'
    const [a, b] = await Promise.all(
      ['a', 'b', 'c'].map((title) => make(call, { title, place, status: 'open', cost: '5.00' })),
    )
    const then = await moment()
    await call.patch(`/api/records/note/${a}`, { status: 'done', cost: '9.00' })
    await call.delete(`/api/records/note/${b}`)
    await make(call, { title: 'd', place, status: 'done', cost: '1.00' })
    const where = { field: 'place', op: 'eq', value: place }
    const grouped = {
      model: 'note',
      where,
      group: ['status'],
      aggregate: [
        { fn: 'count', as: 'count' },
        { fn: 'sum', field: 'cost', as: 'sum' },
      ],
      sort: [{ field: 'status', dir: 'asc' }],
    }
    const column = { and: [where, { field: 'status', op: 'eq', value: 'open' }] }
    const { body } = await call.post('/api/query', {
      queries: [
        grouped,
        { ...grouped, as_of: then },
        { model: 'note', where: column, as_of: then, total: 'exact' },
      ],
    })
    const [now, past, cards] = body.results
    expect(now.rows).toMatchObject([
      { status: 'done', count: 2, sum: '10' },
      { status: 'open', count: 1, sum: '5' },
    ])
    expect(past.rows).toMatchObject([{ status: 'open', count: 3, sum: '15' }])
    expect(cards.total).toBe(3)
    const created = { field: 'created_at', op: 'lte', value: then }
    expect(await titles(call, { where: { and: [where, created] }, as_of: then })).toEqual(['a', 'b', 'c'])
    const query = encodeURIComponent(
      JSON.stringify({
        where,
        as_of: then,
        fields: ['title', 'status'],
        sort: [{ field: 'title', dir: 'asc' }],
      }),
    )
    const file = await call.get(`/api/records/note/export?format=csv&query=${query}`)
    expect(file.body).toBe('Title,Status\r\na,open\r\nb,open\r\nc,open\r\n')
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

  it('[FP-20] brings a version back as a change of its own, leaving what the person may not write', async () => {
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

  it('keeps what was changed since to a choice: 412 with both values, or left as it is', async () => {
    const { ownerCalls: call } = world
    const id = await make(call, { title: 'v1', status: 'old' })
    const first = (await call.get(`/api/records/note/${id}/events`)).body.rows[0].id as string
    await call.patch(`/api/records/note/${id}`, { title: 'v2', status: 'seen' })
    const base = { title: 'v2', status: 'seen' }
    await call.patch(`/api/records/note/${id}`, { status: 'somebody else' })
    const met = await call.post(`/api/records/note/${id}/restore`, { event: first, base })
    expect([met.status, met.body.error.code]).toEqual([412, 'edit_conflict'])
    expect(met.body.error.details.fields).toEqual({
      status: { base: 'seen', mine: 'old', theirs: 'somebody else' },
    })
    const done = await call.post(`/api/records/note/${id}/restore`, { event: first, base, keep: ['status'] })
    expect(done.body).toMatchObject({ title: 'v1', status: 'somebody else' })
  })

  it('brings back what the archetype adds to a record, too', async () => {
    const { ownerCalls: call } = world
    const fields = [{ key: 'height', label: 'Height', type: 'number' }]
    const { body: archetype } = await call.post('/api/archetypes', {
      name: 'Wall',
      schema: { version: 1, assemblies: [{ key: 'a', label: 'A', attributes: fields }] },
    })
    const id = await make(call, { title: 'wall', archetype_id: archetype.id, height: 3 })
    const then = await moment()
    await call.patch(`/api/records/note/${id}`, { title: 'taller wall', height: 4 })
    await call.patch(`/api/records/note/${id}`, { title: 'tall wall' })
    const restored = await call.post(`/api/records/note/${id}/restore`, { at: then })
    expect(restored.status, JSON.stringify(restored.body)).toBe(200)
    const attributes = async () =>
      (await call.get(`/api/objects/${(await call.get(`/api/records/note/${id}`)).body.token}`)).body
        .attributes
    expect(await attributes()).toMatchObject({ title: 'wall', height: 3 })
  })

  it('a change of a field that is hidden now is no entry, and its versions look alike', async () => {
    const { ownerCalls: call, memberCalls } = world
    const id = await make(call, { title: 'beam', cost: '1.00' })
    await call.patch(`/api/records/note/${id}`, { cost: '2.00' })
    await call.patch(`/api/records/note/${id}`, { title: 'beams', cost: '3.00' })
    const all = (await call.get(`/api/records/note/${id}/events`)).body.rows as { id: string }[]
    expect(all).toHaveLength(3)
    const { rows, page } = (await memberCalls.get(`/api/records/note/${id}/events?size=2`)).body
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['updated', 'created'])
    expect(page.after).toBeNull()
    expect(JSON.stringify(rows)).not.toContain('cost')
    // The hidden change names a version all the same to who knows its id, and tells nothing.
    const version = await memberCalls.get(`/api/records/note/${id}?event=${all[1]?.id}`)
    expect(version.body).toMatchObject({ title: 'beam' })
    expect(version.body).not.toHaveProperty('cost')
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
    expect([own.can_purge, own.model.count]).toEqual([false, null])
    expect((await memberCalls.get('/api/bin?model=secret')).status).toBe(404)
    expect((await limitedCalls.post(`/api/records/note/${theirs}/restore`)).status).toBe(200)
    expect((await call.get(`/api/records/note/${theirs}`)).body).toMatchObject({ title: 'bin theirs' })
  })

  it('is searched by titles one may read, shows what a record was, and brings many back at once', async () => {
    const { ownerCalls: call, memberCalls, limitedCalls, owner } = world
    const ids = await Promise.all(
      ['100% oak', 'oak_beam', 'pine'].map((title) =>
        make(call, { title, cost: '7.00', responsible: owner.userId }),
      ),
    )
    await call.patch(`/api/records/note/${ids[0]}`, { code: 'taken' })
    await call.post('/api/records/note/bulk', { delete: ids })
    const found = async (words: string): Promise<string[]> =>
      (await call.get(`/api/bin?model=note&search=${encodeURIComponent(words)}`)).body.rows
        .map(({ title }: { title: string }) => title)
        .toSorted()
    expect(await found('OAK')).toEqual(['100% oak', 'oak_beam'])
    expect(await found('0%')).toEqual(['100% oak'])
    expect(await found('k_b')).toEqual(['oak_beam'])
    const shown = await call.get(`/api/bin/note/${ids[0]}`)
    expect(shown.body).toMatchObject({ id: ids[0], title: '100% oak', cost: '7.00', code: 'taken' })
    const seen = await memberCalls.get(`/api/bin/note/${ids[0]}`)
    expect(seen.body).toMatchObject({ title: '100% oak' })
    expect(seen.body).not.toHaveProperty('cost')
    expect((await limitedCalls.get(`/api/bin/note/${ids[0]}`)).status).toBe(404)
    expect((await memberCalls.get(`/api/bin/secret/${ids[0]}`)).status).toBe(404)
    const alive = await make(call, { title: 'alive', code: 'taken' })
    expect((await call.get(`/api/bin/note/${alive}`)).status).toBe(404)
    const back = await call.post('/api/bin/restore', { model: 'note', ids: [...ids, alive] })
    expect(back.body.restored.toSorted()).toEqual([ids[1], ids[2]].toSorted())
    expect(
      back.body.refused
        .map(({ id, title, code }: Record<string, unknown>) => ({ id, title, code }))
        .toSorted((a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1)),
    ).toEqual([
      { id: alive, title: null, code: 'not_found' },
      { id: ids[0], title: '100% oak', code: 'not_unique' },
    ])
    // One step: undo puts both back into the bin.
    const undone = (await call.post('/api/undo')).body
    expect(undone).toMatchObject({ applied: 2, step: { kind: 'restored', count: 2 } })
    expect(await found('oak')).toEqual(['100% oak', 'oak_beam'])
    const none = await limitedCalls.post('/api/bin/restore', { model: 'note', ids: [ids[1]] })
    expect(none.body).toMatchObject({ restored: [], refused: [{ code: 'not_found', title: null }] })
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
