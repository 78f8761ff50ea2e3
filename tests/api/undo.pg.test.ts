import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEditorWorld, type EditorWorld } from '../support/editors.ts'
import type { Api, ApiAnswer } from '../support/people.ts'
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
async function read(id: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await world.ownerCalls.post('/api/query', {
    queries: [{ model: 'note', where: { field: 'id', op: 'eq', value: id } }],
  })
  return body.results[0].rows[0] as Record<string, unknown> | undefined
}
const taken = (answer: ApiAnswer): ApiAnswer['body'] => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

describe('undo and redo', () => {
  it('takes a change back and does it again, also after a reload: the server remembers', async () => {
    const { ownerCalls: call } = world
    const id = await make(call, { title: 'Beam', status: 'open' })
    await call.patch(`/api/records/note/${id}`, { status: 'done', place: 'Roof' })
    expect((await call.get('/api/undo')).body).toMatchObject({
      undo: {
        kind: 'updated',
        count: 1,
        title: 'Beam',
        fields: ['Place', 'Status'],
        // Their labels are the workspace's: nobody translates them.
        own_words: ['Notes', 'Place', 'Status'],
        text: 'Changed Place, Status of “Beam”',
      },
      redo: null,
    })
    const undone = taken(await call.post('/api/undo'))
    expect(undone).toMatchObject({ applied: 1, refused: [], models: ['note'], redo: { kind: 'updated' } })
    expect(await read(id)).toMatchObject({ status: 'open' })
    expect((await read(id))?.['place'] ?? null).toBeNull()
    expect(taken(await call.post('/api/redo'))).toMatchObject({ applied: 1, redo: null })
    expect(await read(id)).toMatchObject({ status: 'done', place: 'Roof' })
    expect(taken(await call.post('/api/undo', {}))).toMatchObject({ applied: 1 })
    expect(await read(id)).toMatchObject({ status: 'open' })
  })

  it('takes back what was written, and what is computed follows, also in other records and in restored versions', async () => {
    const { ownerCalls: call } = world
    const whole = (await call.post('/api/records/line', { quantity: 2 })).body
    const part = (await call.post('/api/records/line', { quantity: 1, whole: whole.id })).body
    expect(part).toMatchObject({ twice: 2, of_whole: 2 })
    expect((await call.patch(`/api/records/line/${whole.id}`, { quantity: 5 })).status).toBe(200)
    const line = async (id: string) =>
      (
        await call.post('/api/query', {
          queries: [{ model: 'line', where: { field: 'id', op: 'eq', value: id } }],
        })
      ).body.results[0].rows[0]
    expect(await line(part.id)).toMatchObject({ of_whole: 5 })
    // Nobody changed what is computed.
    expect((await call.get('/api/undo')).body.undo).toMatchObject({ count: 1, fields: ['Quantity'] })
    expect(taken(await call.post('/api/undo'))).toMatchObject({ applied: 1, refused: [] })
    expect(await line(whole.id)).toMatchObject({ quantity: 2, twice: 4 })
    expect(await line(part.id)).toMatchObject({ of_whole: 2 })
    expect(taken(await call.post('/api/redo'))).toMatchObject({ applied: 1, refused: [] })
    expect(await line(whole.id)).toMatchObject({ quantity: 5, twice: 10 })
    const at = (await call.get(`/api/objects/${whole.token}/trace`)).body
    const first = (at.rows ?? at.events ?? at).find((event: { kind: string }) => event.kind === 'created')
    const back = await call.post(`/api/records/line/${whole.id}/restore`, { event: first.id })
    expect(back.status, JSON.stringify(back.body)).toBe(200)
    expect(await line(whole.id)).toMatchObject({ quantity: 2, twice: 4 })
    expect(await line(part.id)).toMatchObject({ of_whole: 2 })
  })

  it('goes back step by step, and something new gives up what was taken back', async () => {
    const { ownerCalls: call } = world
    const id = await make(call, { title: 'a' })
    await call.patch(`/api/records/note/${id}`, { title: 'b' })
    await call.patch(`/api/records/note/${id}`, { title: 'c' })
    const titles: unknown[] = []
    const step = async (path: string): Promise<void> => {
      taken(await call.post(path))
      titles.push((await read(id))?.['title'] ?? null)
    }
    await step('/api/undo')
    await step('/api/undo')
    await step('/api/undo')
    await step('/api/redo')
    await step('/api/redo')
    expect(titles).toEqual(['b', 'a', null, 'a', 'b'])
    await call.patch(`/api/records/note/${id}`, { title: 'd' })
    expect((await call.post('/api/redo')).status).toBe(404)
    await step('/api/undo')
    expect(titles.at(-1)).toBe('b')
  })

  it('takes back made and deleted records and bulk edits whole', async () => {
    const { ownerCalls: call } = world
    const bulk = await call.post('/api/records/note/bulk', {
      create: [
        { title: 'one', code: 'undo-1' },
        { title: 'two', code: 'undo-2' },
      ],
    })
    const [one = '', two = ''] = bulk.body.created as string[]
    await call.post('/api/records/note/bulk', {
      update: [
        { id: one, values: { status: 'x' } },
        { id: two, values: { status: 'x' } },
      ],
    })
    await call.post('/api/records/note/bulk', { delete: [one, two] })
    expect(await read(one)).toBeUndefined()
    expect(taken(await call.post('/api/undo'))).toMatchObject({
      step: { kind: 'deleted', count: 2, text: 'Deleted 2 × Notes' },
      applied: 2,
    })
    expect(await read(two)).toMatchObject({ status: 'x', code: 'undo-2' })
    expect(taken(await call.post('/api/undo'))).toMatchObject({ applied: 2 })
    expect((await read(one))?.['status'] ?? null).toBeNull()
    expect(taken(await call.post('/api/undo'))).toMatchObject({ step: { kind: 'created' }, applied: 2 })
    expect(await read(one)).toBeUndefined()
    expect(taken(await call.post('/api/redo'))).toMatchObject({ step: { kind: 'created', count: 2 } })
    expect(await read(two)).toMatchObject({ title: 'two', code: 'undo-2' })
  })

  it('leaves what somebody else changed since, field by field, and says so', async () => {
    const { ownerCalls: call, memberCalls } = world
    const id = await make(call, { title: 'mine', status: 'mine', cost: '1.00' })
    await call.patch(`/api/records/note/${id}`, { title: 'mine 2', status: 'mine 2' })
    await memberCalls.patch(`/api/records/note/${id}`, { status: 'theirs' })
    expect(taken(await call.post('/api/undo'))).toMatchObject({
      applied: 1,
      refused: [
        {
          id,
          field: 'status',
          label: 'Status',
          reason: 'changed',
          base: 'mine',
          mine: 'mine 2',
          theirs: 'theirs',
        },
      ],
    })
    expect(await read(id)).toMatchObject({ title: 'mine', status: 'theirs' })
    // The record itself cannot go: somebody else's work is in it.
    expect(taken(await call.post('/api/undo'))).toMatchObject({
      step: { kind: 'created' },
      applied: 0,
      refused: [{ id, field: null, reason: 'changed' }],
    })
    expect(await read(id)).toBeDefined()
  })

  it('is each person’s own, and asks for the rights of now', async () => {
    const { ownerCalls: call, memberCalls, limitedCalls, limited, tenant } = world
    const id = await make(call, { title: 'shared', responsible: limited.userId })
    await limitedCalls.patch(`/api/records/note/${id}`, { title: 'by them' })
    expect((await memberCalls.get('/api/undo')).body.undo?.title).not.toBe('by them')
    await call.patch(`/api/records/note/${id}`, { responsible: null })
    const answer = taken(await limitedCalls.post('/api/undo'))
    expect(answer).toMatchObject({
      applied: 0,
      refused: [{ id, reason: 'gone', title: null }],
      step: { title: null },
    })
    expect(JSON.stringify(answer)).not.toContain('by them')
    expect((await limitedCalls.post('/api/undo')).status).toBe(404)
    const made = await make(memberCalls, { title: 'then' })
    await server.sql("update app.memberships set role = 'customer' where tenant_id = $1 and user_id = $2", [
      tenant.id,
      world.member.userId,
    ])
    expect((await memberCalls.post('/api/undo')).body).toMatchObject({
      applied: 0,
      step: { title: null, count: 0 },
    })
    expect(await read(made)).toBeDefined()
    await server.sql("update app.memberships set role = 'writer' where tenant_id = $1 and user_id = $2", [
      tenant.id,
      world.member.userId,
    ])
  })

  it('takes one named step, and only once', async () => {
    const { ownerCalls: call } = world
    const id = await make(call, { title: 'named' })
    const changed = await call.patch(`/api/records/note/${id}`, { status: 'first' })
    await call.patch(`/api/records/note/${id}`, { place: 'second' })
    const step = changed.headers.get('x-request-id') ?? ''
    expect(taken(await call.post('/api/undo', { step }))).toMatchObject({ applied: 1, refused: [] })
    expect(await read(id)).toMatchObject({ place: 'second' })
    expect((await read(id))?.['status'] ?? null).toBeNull()
    expect((await call.post('/api/undo', { step })).status).toBe(404)
    const twice = await Promise.all([call.post('/api/undo'), call.post('/api/undo')])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
  })

  it('takes an imported file back whole', async () => {
    const { ownerCalls: call } = world
    const file = await call.post('/api/records/note/import?name=notes.csv', undefined, {
      bytes: 'title,code\nrow one,imp-1\nrow two,imp-2\n',
      headers: { 'content-type': 'text/csv' },
    })
    expect(file.body).toMatchObject({ created: 2 })
    expect(taken(await call.post('/api/undo'))).toMatchObject({
      step: { kind: 'created', count: 2 },
      applied: 2,
    })
    const left = await server.sql<{ count: number }>(
      "select count(*)::int as count from app.objects where attributes->>'code' like 'imp-%' and deleted_at is null",
    )
    expect(left).toEqual([{ count: 0 }])
  })
})
