import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { makeEditorWorld, type EditorWorld } from '../support/editors.ts'
import { addPerson, api, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

interface Change {
  number: number
  model: string
  id: string | null
  kind: string
  fields: string[] | null
}

let server: TestServer
let world: EditorWorld
beforeAll(async () => {
  server = await startTestServer()
  world = await makeEditorWorld(server)
})
afterAll(() => server.stop())

const now = async (call: Api): Promise<number> => (await call.get('/api/changes')).body.upto as number
const since = async (call: Api, number: number): Promise<Change[]> =>
  (await call.get(`/api/changes?since=${number}`)).body.rows as Change[]
const make = async (call: Api, values: Record<string, unknown>): Promise<string> => {
  const made = await call.post('/api/records/note', values)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id as string
}

describe('GET /api/changes', () => {
  it('tells what changed, in order and without gaps', async () => {
    const { ownerCalls: call } = world
    const start = await now(call)
    const id = await make(call, { title: 'a' })
    await call.patch(`/api/records/note/${id}`, { title: 'b', status: 'open' })
    await call.post('/api/records/note/bulk', { create: [{ title: 'c' }, { title: 'd' }], delete: [id] })
    const { body } = await call.get(`/api/changes?since=${start}`)
    expect(body.rows.map(({ number }: Change) => number)).toEqual([1, 2, 3, 4, 5].map((step) => start + step))
    expect(body.rows.map(({ kind }: Change) => kind)).toEqual([
      'created',
      'updated',
      'created',
      'created',
      'deleted',
    ])
    expect(body.rows[1]).toMatchObject({
      model: 'note',
      id,
      fields: ['status', 'title'],
      by: world.owner.userId,
    })
    expect(body).toMatchObject({ upto: start + 5, more: false })
    const page = await call.get(`/api/changes?since=${start}&size=2`)
    expect(page.body).toMatchObject({ upto: start + 2, more: true })
    expect(page.body.rows).toHaveLength(2)
  })

  it('numbers an answer: whoever has read it and asks from there misses nothing', async () => {
    const { ownerCalls: call } = world
    await make(call, { title: 'before' })
    const at = await now(call)
    const answer = await call.post('/api/query', { queries: [{ model: 'note' }] })
    expect(Number(answer.headers.get('x-change-number'))).toBe(at)
    const id = await make(call, { title: 'after' })
    expect(await since(call, at)).toMatchObject([{ id, kind: 'created' }])
  })

  it('[FP-08] holds no model, record or field the reader may not see', async () => {
    const { ownerCalls: call, memberCalls, limitedCalls } = world
    const start = await now(call)
    const id = await make(call, { title: 'x', cost: '5.00' })
    await call.post('/api/records/secret', { title: 'hidden' })
    await call.patch(`/api/records/note/${id}`, { cost: '6.00' })
    await call.patch(`/api/records/note/${id}`, { cost: '7.00', title: 'y' })
    expect(await since(call, start)).toHaveLength(4)
    const seen = await since(memberCalls, start)
    expect(seen.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['created', null],
      ['updated', ['title']],
    ])
    expect(JSON.stringify(seen)).not.toMatch(/cost|secret/)
    expect(await since(limitedCalls, start)).toEqual([])
  })

  it('tells a reader of some rows that a record left their sight, and nothing of others', async () => {
    const { ownerCalls: call, limitedCalls, limited } = world
    const other = await make(call, { title: 'never theirs' })
    const mine = await make(call, { title: 'theirs', responsible: limited.userId })
    const gone = await make(call, { title: 'theirs too', responsible: limited.userId })
    const start = await now(call)
    await call.patch(`/api/records/note/${mine}`, { title: 'still theirs' })
    await call.patch(`/api/records/note/${mine}`, { responsible: null })
    await call.patch(`/api/records/note/${mine}`, { title: 'not theirs' })
    await call.patch(`/api/records/note/${other}`, { title: 'changed' })
    await call.delete(`/api/records/note/${gone}`)
    const rows = await since(limitedCalls, start)
    expect(rows).toMatchObject([
      { id: mine, kind: 'gone', number: start + 1 },
      { id: gone, kind: 'gone' },
    ])
    await call.patch(`/api/records/note/${mine}`, { responsible: limited.userId })
    expect(await since(limitedCalls, start + 5)).toMatchObject([{ id: mine, kind: 'updated' }])
  })

  it('tells people that the workspace is another for them when their own role changed, and nobody else', async () => {
    const { ownerCalls, memberCalls } = world
    const other = await addPerson(world.owner, world.tenant, 'member')
    const theirs = api(other, world.tenant.id)
    const start = await now(theirs)
    expect((await ownerCalls.put(`/api/members/${other.userId}`, { role: 'admin' })).status).toBe(200)
    const told = async (call: Api) =>
      (await since(call, start)).map(({ model, id, kind }) => [model, id, kind])
    expect(await told(theirs)).toEqual([
      ['sys_tenant', null, 'updated'],
      ['sys_member', other.userId, 'updated'],
    ])
    expect(await told(memberCalls)).not.toContainEqual(['sys_tenant', null, 'updated'])
  })

  it('waits for news, answers at once when they come, and lets hidden ones pass', async () => {
    const { ownerCalls: call, memberCalls } = world
    const id = await make(call, { title: 'wait' })
    const start = await now(call)
    const began = performance.now()
    const waiting = memberCalls.get(`/api/changes?since=${start}&wait=20`)
    await new Promise((done) => setTimeout(done, 150))
    await call.patch(`/api/records/note/${id}`, { cost: '1.00' })
    await new Promise((done) => setTimeout(done, 150))
    await call.patch(`/api/records/note/${id}`, { title: 'news' })
    const { body } = await waiting
    expect(body.rows).toMatchObject([{ id, number: start + 2, fields: ['title'] }])
    expect(performance.now() - began).toBeLessThan(5_000)
    const quiet = await memberCalls.get(`/api/changes?since=${start + 2}&wait=0.3`)
    expect(quiet.body).toEqual({ rows: [], upto: start + 2, more: false })
  })

  it('says 410 for a number it never gave and for what it no longer keeps', async () => {
    const { ownerCalls: call, tenant } = world
    const last = await now(call)
    const ahead = await call.get(`/api/changes?since=${last + 1}`)
    expect(ahead.status).toBe(410)
    expect(ahead.body.error.details).toEqual({ resync: true, upto: last })
    await server.sql('delete from app.change_sets where tenant_id = $1 and last_number < 3', [tenant.id])
    expect((await call.get('/api/changes?since=0')).status).toBe(410)
    expect((await call.get(`/api/changes?since=${last}`)).status).toBe(200)
  })

  it('hears what other processes did', async () => {
    const { ownerCalls: call, tenant } = world
    const start = await now(call)
    const second = await startTestServer({ DATABASE_URL: server.databaseUrl, PUBLIC_URL: server.url })
    const there = api({ ...world.owner, server: second }, tenant.id)
    const waiting = there.get(`/api/changes?since=${start}&wait=20`)
    await new Promise((done) => setTimeout(done, 150))
    const id = await make(call, { title: 'elsewhere' })
    expect((await waiting).body.rows).toMatchObject([{ id, kind: 'created', number: start + 1 }])
    await second.stop()
  })

  it('numbers what a process left behind that died after its commit', async () => {
    const { ownerCalls: call, tenant, modelId } = world
    const id = await make(call, { title: 'left behind' })
    const start = await now(call)
    const waiting = call.get(`/api/changes?since=${start}&wait=20`)
    await new Promise((done) => setTimeout(done, 150))
    await server.sql(
      `insert into app.events (tenant_id, id, kind, model_id, record_id, before, after) values ($1, $2, 'updated', $3, $4, '{"title": "a"}', '{"title": "b"}')`,
      [tenant.id, newId(), modelId, id],
    )
    expect((await waiting).body.rows).toMatchObject([{ id, number: start + 1 }])
  })
})
