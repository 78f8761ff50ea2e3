import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addPerson,
  api,
  makeWorkspace,
  signUp,
  type Api,
  type Person,
  type TestTenant,
} from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let as: Api

beforeAll(async () => {
  server = await startTestServer()
  owner = await signUp(server)
}, 120_000)
afterAll(() => server.stop())
beforeEach(async () => {
  tenant = await makeWorkspace(owner, 'Versions')
  as = api(owner, tenant.id)
})

const field = (key: string, type: string, more: object = {}) => ({ key, label: key, type, ...more })
async function putModel(key: string, fields: object[]): Promise<void> {
  const known = (await as.get('/api/models')).body.rows.find((model: { key: string }) => model.key === key)
  const body = { key, label: key, schema: { version: 1, fields } }
  const { status, body: answer } = known
    ? await as.put(`/api/models/${known.id}`, body)
    : await as.post('/api/models', body)
  if (status > 201) throw new Error(JSON.stringify(answer))
}
const make = async (model: string, values: object): Promise<string> => {
  const { status, body } = await as.post(`/api/records/${model}`, values)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id as string
}
const firstEvent = async (model: string, id: string): Promise<string> =>
  (await as.get(`/api/records/${model}/${id}/events`)).body.rows.at(-1).id as string
const back = (id: string, choice: object) => as.post(`/api/records/job/${id}/restore`, choice)

describe('a version of a record whose fields are others now', () => {
  it('comes back without fields that are gone, and leaves a new key that took over their label alone', async () => {
    await putModel('job', [field('title', 'text'), field('old', 'text')])
    const id = await make('job', { title: 'one', old: 'was' })
    const event = await firstEvent('job', id)
    await putModel('job', [field('title', 'text'), field('fresh', 'text', { label: 'old' })])
    await as.patch(`/api/records/job/${id}`, { title: 'two', fresh: 'new' })
    const { status, body } = await back(id, { event, keep: ['fresh'] })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ title: 'one', fresh: 'new' })
    expect((await as.get(`/api/records/job/${id}?event=${event}`)).body).toMatchObject({
      title: 'one',
      fresh: null,
    })
  })

  it('names an option that is no more, and comes back when that field is left as it is', async () => {
    await putModel('job', [field('title', 'text'), field('kind', 'select', { options: ['a', 'b'] })])
    const id = await make('job', { title: 'one', kind: 'a' })
    const event = await firstEvent('job', id)
    await as.patch(`/api/records/job/${id}`, { title: 'two', kind: 'b' })
    await putModel('job', [field('title', 'text'), field('kind', 'select', { options: ['b'] })])
    const refused = await back(id, { event })
    expect([refused.status, refused.body.error.details?.[0]?.path]).toEqual([422, 'attributes.kind'])
    expect((await as.get(`/api/records/job/${id}`)).body).toMatchObject({ title: 'two', kind: 'b' })
    expect((await back(id, { event, keep: ['kind'] })).body).toMatchObject({ title: 'one', kind: 'b' })
  })

  it('takes what fits the type of today and names what does not', async () => {
    await putModel('job', [field('size', 'text'), field('note', 'text')])
    const id = await make('job', { size: '7', note: 'x' })
    const other = await make('job', { size: 'large', note: 'x' })
    const events = [await firstEvent('job', id), await firstEvent('job', other)]
    await putModel('job', [field('size', 'integer'), field('note', 'text')])
    for (const one of [id, other]) await as.patch(`/api/records/job/${one}`, { size: 9, note: 'y' })
    const seen = await as.get(`/api/records/job/${id}?event=${events[0]}`)
    expect(seen.status).toBe(200)
    const fits = await back(id, { event: events[0] })
    expect([fits.status, fits.body.size ?? fits.body.error]).toEqual([200, 7])
    const refused = await back(other, { event: events[1] })
    expect([refused.status, refused.body.error.details?.[0]?.path]).toEqual([422, 'attributes.size'])
    expect((await back(other, { event: events[1], keep: ['size'] })).body).toMatchObject({
      size: 9,
      note: 'x',
    })
  })

  it('names a link whose record is gone for good', async () => {
    await putModel('site', [field('name', 'text')])
    await putModel('job', [field('title', 'text'), field('site', 'relation', { target: 'site' })])
    const site = await make('site', { name: 'A' })
    const id = await make('job', { title: 'one', site })
    const event = await firstEvent('job', id)
    await as.patch(`/api/records/job/${id}`, { title: 'two', site: null })
    await as.delete(`/api/records/site/${site}`)
    const purged = await as.post('/api/bin/purge', { model: 'site', ids: [site] })
    expect(purged.status, JSON.stringify(purged.body)).toBeLessThan(300)
    const refused = await back(id, { event })
    expect([refused.status, refused.body.error.details?.[0]?.path]).toEqual([422, 'attributes.site'])
    expect((await back(id, { event, keep: ['site'] })).body).toMatchObject({ title: 'one', site: null })
  })
})

describe('changes since a number, with rights that changed in between', () => {
  it('tell nothing of a model or field that was lost, and that the workspace is another', async () => {
    await putModel('job', [field('title', 'text'), field('cost', 'text')])
    const reader = await addPerson(owner, tenant, 'member')
    const theirs = api(reader, tenant.id)
    const start = (await theirs.get('/api/changes')).body.upto as number
    const id = await make('job', { title: 'one', cost: 'secret' })
    await as.patch(`/api/records/job/${id}`, { cost: 'more' })
    const model = (await as.get('/api/models')).body.rows.find(({ key }: { key: string }) => key === 'job')
    const narrowed = await as.post('/api/permissions/fields/bulk', [
      { model_id: model.id, field_key: 'cost', read_roles: ['owner'], write_roles: ['owner'] },
    ])
    expect(narrowed.status, JSON.stringify(narrowed.body)).toBeLessThan(300)
    const { rows } = (await theirs.get(`/api/changes?since=${start}`)).body
    expect(JSON.stringify(rows)).not.toContain('cost')
    expect(rows).toContainEqual(expect.objectContaining({ model: 'job', id, kind: 'created' }))
    expect(rows.map(({ model }: { model: string }) => model)).toContain('sys_release')
  })

  it('follow a role that loses a model, gets it back and then sees some records only', async () => {
    await putModel('job', [field('title', 'text'), field('who', 'user')])
    const verbs = ['read', 'create', 'update']
    const role = await as.post('/api/roles', { key: 'crew', label: 'Crew', grants: { job: { verbs } } })
    expect(role.status, JSON.stringify(role.body)).toBe(201)
    const grant = async (grants: object): Promise<void> => {
      const { status, body } = await as.put(`/api/roles/${role.body.id}`, { grants })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const reader = await addPerson(owner, tenant, 'member')
    await as.put(`/api/members/${reader.userId}`, { role: 'crew' })
    const theirs = api(reader, tenant.id)
    const since = async (number: number): Promise<{ model: string; id: string | null; kind: string }[]> =>
      (await theirs.get(`/api/changes?since=${number}`)).body.rows
    const of = (rows: { model: string; id: string | null }[], id: string) =>
      rows.filter((row) => row.model === 'job' && row.id === id)
    const start = (await theirs.get('/api/changes')).body.upto as number
    const id = await make('job', { title: 'one', who: reader.userId })
    const other = await make('job', { title: 'two' })
    await grant({})
    const lost = await since(start)
    expect(JSON.stringify(lost)).not.toContain(id)
    expect(lost.map(({ model }) => model)).toContain('sys_release')
    await grant({ job: { verbs } })
    expect(of(await since(start), id)).toHaveLength(1)
    await grant({ job: { verbs, rows: { field: 'who', op: 'eq', value: { '=': 'user.id' } } } })
    const some = await since(start)
    expect(of(some, id)).toHaveLength(1)
    // Whether this one existed is nothing they may hear of any more.
    expect(of(some, other)).toEqual([])
    expect(some.filter(({ model }) => model === 'sys_release')).toHaveLength(3)
  })
})
