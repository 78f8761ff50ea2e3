import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let call: Api

beforeAll(async () => {
  server = await startTestServer()
  const owner = await signUp(server)
  call = api(owner, (await makeWorkspace(owner, 'Fields that change')).id)
})

afterAll(() => server.stop())

const text = (key: string, more: Record<string, unknown> = {}) => ({ key, label: key, type: 'text', ...more })
const makeModel = async (key: string, ...fields: unknown[]): Promise<string> =>
  (await call.post('/api/models', { key, label: key, schema: { fields } })).body.id
const setFields = (id: string, ...fields: unknown[]) => call.put(`/api/models/${id}`, { schema: { fields } })
const current = async (): Promise<string> =>
  (
    await call.post('/api/query', {
      queries: [{ model: 'sys_release', where: { field: 'current', op: 'eq', value: true } }],
    })
  ).body.results[0].rows[0].id

describe('records follow a change of their fields', () => {
  it('a field becomes unique only while its values are; from then on the database decides', async () => {
    const id = await makeModel('unique_later', text('code'))
    const [first, second] = [
      (await call.post('/api/records/unique_later', { code: 'A' })).body,
      (await call.post('/api/records/unique_later', { code: 'A' })).body,
    ]
    const refused = await setFields(id, text('code', { unique: true }))
    expect([refused.status, refused.body.error.code, refused.body.error.details[0].path]).toEqual([
      422,
      'not_unique',
      'schema.fields.0.unique',
    ])
    expect((await call.patch(`/api/records/unique_later/${second.id}`, { code: 'B' })).status).toBe(200)
    expect((await setFields(id, text('code', { unique: true }))).status).toBe(200)
    expect((await call.post('/api/records/unique_later', { code: 'A' })).body.error.code).toBe('not_unique')
    expect((await setFields(id, text('code'))).status).toBe(200)
    expect((await call.post('/api/records/unique_later', { code: 'A' })).status).toBe(201)
    expect((await setFields(id, text('code', { unique: true }))).status).toBe(422)
    expect((await call.delete(`/api/records/unique_later/${first.id}`)).status).toBe(204)
    expect((await setFields(id, text('code', { unique: true }))).status).toBe(200)
  })

  it('[V-08] a deleted field’s values go to the bin: a new field of that key begins empty, an earlier release brings them back', async () => {
    const id = await makeModel('binned', text('name'), text('old'))
    const row = (await call.post('/api/records/binned', { name: 'x', old: 'kept' })).body
    const release = await current()
    expect((await setFields(id, text('name'))).status).toBe(200)
    const read = async () => (await call.get(`/api/objects/${row.token}`)).body.attributes
    expect(await read()).toEqual({ name: 'x' })
    expect((await setFields(id, text('name'), text('old'))).status).toBe(200)
    expect(await read()).toEqual({ name: 'x' })
    expect((await setFields(id, text('name'))).status).toBe(200)
    expect((await call.post(`/api/releases/${release}/restore`)).status).toBe(200)
    expect(await read()).toEqual({ name: 'x', old: 'kept' })
    const history = (await call.get(`/api/records/binned/${row.id}/events`)).body.rows
    expect(
      history.map(({ kind, before, after }: Record<string, unknown>) => ({ kind, before, after })),
    ).toEqual([
      { kind: 'updated', before: { old: null }, after: { old: 'kept' } },
      { kind: 'updated', before: { old: 'kept' }, after: { old: null } },
      { kind: 'created', before: null, after: { name: 'x', old: 'kept' } },
    ])
    // History and record tell the same: each change of the record has its event.
    const [revision] = await server.sql<{ revision: number }>(
      'select revision from app.objects where id = $1',
      [row.id],
    )
    expect(revision).toEqual({ revision: history.length })
  })
})
