import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '#contracts/api/notifications.ts'
import { placePerson } from '../support/install-definitions.ts'
import type { Api, Person } from '../support/people.ts'
import { creator, startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

// [U-03] What customers hear of a project: what was shared with them, and nothing else.
let server: TestServer
let owner: Api
/** The customer of two projects, one who has an estimate on the first, and one of neither. */
let customer: Person & { api: Api }
let guest: Person & { api: Api }
let stranger: Person & { api: Api }
const made: Record<string, string> = {}
const create = creator(() => owner)

const ask = async (who: Api, query: object) =>
  (await who.post('/api/query', { queries: [query] })).body.results[0]
const titles = async (who: Api): Promise<string[]> =>
  (await ask(who, { model: 'project_news', sort: [{ field: 'title' }] })).rows.map(
    ({ title }: { title: string }) => title,
  )
const told = async (who: Api): Promise<[string, string, string | null][]> =>
  (await who.get('/api/notifications')).body.rows.map(({ subject, message, link }: Notification) => [
    subject,
    message,
    link,
  ])
const upload = async (name: string, type: string, bytes: string): Promise<{ id: string }> => {
  const { status, body } = await owner.post(`/api/files?name=${name}`, undefined, {
    bytes,
    headers: { 'content-type': type },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

beforeAll(async () => {
  const { ann, tenant, ...place } = await startPlace('News')
  ;({ server, owner } = place)
  expect(ann.userId).toBeTruthy()
  made.tenant = tenant.id
  customer = await placePerson(server, tenant.id, 'customer')
  guest = await placePerson(server, tenant.id, 'customer')
  stranger = await placePerson(server, tenant.id, 'customer')
  await owner.post('/api/standard-models', {
    keys: ['project_news', 'hierarchy_nodes', 'estimates', 'estimate_lines'],
  })
  made.own = await create('customers', { name: 'Hofmann KG' })
  made.guest = await create('customers', { name: 'Tenant of the shop' })
  made.other = await create('customers', { name: 'Stadtwerke' })
  made.first = await create('projects', { code: 'P1', name: 'House', customer: made.own })
  made.second = await create('projects', { code: 'P2', name: 'Barn', customer: made.own })
  made.foreign = await create('projects', { code: 'P3', name: 'Plant', customer: made.other })
  for (const [who, record] of [
    [customer, made.own],
    [guest, made.guest],
    [stranger, made.other],
  ] as const)
    await owner.put(`/api/members/${who.userId}`, { record_id: record })
  expect((await owner.post('/api/commands/portal.open', {})).status).toBe(200)
})
afterAll(() => server.stop())

describe('[U-03] news of a project', () => {
  it('is nobody’s but the workspace’s until it is shared; then whom it is for is told once', async () => {
    const paper = await upload('plan.txt', 'text/plain', 'the plan')
    made.news = await create('project_news', {
      project: made.first,
      title: 'Roof on',
      text: 'CANARY',
      done: '45',
      documents: [paper.id],
    })
    for (const who of [customer, guest, stranger]) expect(await titles(who.api)).toEqual([])
    const path = `/api/files/${paper.id}`
    expect((await customer.api.get(path)).status).toBe(404)
    const record = `/api/records/project_news/${made.news}`
    expect((await owner.patch(record, { shared: true })).status).toBe(200)
    expect((await owner.get(record)).body.shared_at).toBeTruthy()
    await owner.patch(record, { title: 'The roof is on' })
    expect(await titles(customer.api)).toEqual(['The roof is on'])
    expect(await told(customer.api)).toEqual([
      ['There is news of your project', 'Roof on', `/customer/project/${made.first}`],
    ])
    expect((await customer.api.get(path)).status).toBe(200)
    for (const who of [guest, stranger]) {
      expect(await titles(who.api)).toEqual([])
      expect(await told(who.api)).toEqual([])
      expect((await who.api.get(record)).status).toBe(404)
      expect((await who.api.get(path)).status).toBe(404)
    }
  })

  it('of a second project reaches the same customer, and of another customer’s project its own alone', async () => {
    await create('project_news', { project: made.second, title: 'Barn begun', shared: true })
    await create('project_news', { project: made.foreign, title: 'Plant begun', shared: true })
    expect(await titles(customer.api)).toEqual(['Barn begun', 'The roof is on'])
    expect(await titles(stranger.api)).toEqual(['Plant begun'])
    // As their screens ask: by the day, and by what was written last.
    const sort = [
      { field: 'day', dir: 'desc' },
      { field: 'id', dir: 'desc' },
    ]
    const shown = await ask(customer.api, { model: 'project_news', sort })
    expect(shown.rows.map(({ title }: { title: string }) => title)).toEqual(['Barn begun', 'The roof is on'])
    expect(
      (await ask(customer.api, { model: 'projects', sort: [{ field: 'name' }] })).rows.map(
        ({ name }: { name: string }) => name,
      ),
    ).toEqual(['Barn', 'House'])
  })

  it('on one project each customer sees their own: what is only for one is not the other’s', async () => {
    await create('project_news', {
      project: made.first,
      title: 'Your shop',
      customer: made.guest,
      shared: true,
    })
    const estimate = await create('estimates', {
      name: 'Fit-out',
      customer: made.guest,
      project: made.first,
    })
    const versions = { model: 'estimate_versions', where: { field: 'estimate', op: 'eq', value: estimate } }
    const [{ id: version }] = (await ask(owner, versions)).rows
    for (const status of ['in_review', 'approved', 'issued'])
      expect((await owner.patch(`/api/records/estimate_versions/${version}`, { status })).status).toBe(200)
    expect(await titles(guest.api)).toEqual(['Your shop'])
    expect(await titles(customer.api)).toEqual(['Barn begun', 'The roof is on'])
    expect((await ask(guest.api, versions)).rows).toHaveLength(1)
    expect((await ask(customer.api, versions)).rows).toEqual([])
    expect((await ask(guest.api, { model: 'projects' })).rows).toEqual([])
    // They know the project they hear of by its name, also when it is called otherwise later, and nothing else of it.
    const named = { model: 'project_news', fields: ['project_name'] }
    expect((await ask(guest.api, named)).rows).toMatchObject([{ project_name: 'House' }])
    await owner.patch(`/api/records/projects/${made.first}`, { name: 'The house' })
    expect((await ask(guest.api, named)).rows).toMatchObject([{ project_name: 'The house' }])
    // And one they have an estimate in, heard of or not.
    const offered = { model: 'estimates', fields: ['project_name'] }
    expect((await ask(guest.api, offered)).rows).toMatchObject([{ project_name: 'The house' }])
    // Whose role names it in a list of fields reads it too; without one it is closed like the project.
    for (const [key, fields] of [
      ['clerk', {}],
      ['reader', { fields: { read: ['name', 'project_name'], write: [] } }],
    ] as const) {
      const role = { key, label: key, grants: { estimates: { verbs: ['read'], ...fields } } }
      expect((await owner.post('/api/roles', role)).status).toBe(201)
      const { api } = await placePerson(server, made.tenant ?? '', key)
      const answer = await ask(api, offered)
      if (key === 'clerk') expect(answer.error.code).toBe('unknown_field')
      else expect(answer.rows).toMatchObject([{ project_name: 'The house' }])
    }
    await owner.patch(`/api/records/projects/${made.first}`, { name: 'House' })
    expect(JSON.stringify(await ask(guest.api, { model: 'estimates' }))).not.toContain('P1')
    expect(JSON.stringify(await ask(guest.api, { model: 'project_news' }))).not.toContain('P1')
  })

  it('is read and nothing more, and what is inside the workspace is not there', async () => {
    const record = `/api/records/project_news/${made.news}`
    expect((await customer.api.patch(record, { title: 'x' })).status).toBe(403)
    expect(
      (await customer.api.post('/api/records/project_news', { project: made.first, title: 'x' })).status,
    ).toBe(403)
    expect((await customer.api.delete(record)).status).toBe(403)
    for (const field of ['shared', 'shared_at', 'customer'])
      expect((await ask(customer.api, { model: 'project_news', sort: [{ field }] })).error.code, field).toBe(
        'unknown_field',
      )
    const counted = { model: 'project_news', aggregate: [{ fn: 'count', as: 'count' }] }
    expect((await ask(stranger.api, counted)).aggregates.count).toBe(1)
  })

  it('that is taken back is gone with its files', async () => {
    const record = `/api/records/project_news/${made.news}`
    const [file] = (await owner.get(record)).body.documents
    expect((await owner.patch(record, { shared: false })).status).toBe(200)
    expect((await owner.get(record)).body.shared_at).toBeNull()
    expect((await customer.api.get(record)).status).toBe(404)
    expect((await customer.api.get(`/api/files/${file.id}`)).status).toBe(404)
    expect(await titles(customer.api)).toEqual(['Barn begun'])
    // Nor is its title where they were told of it.
    expect(await told(customer.api)).toEqual([
      ['There is news of your project', 'Barn begun', `/customer/project/${made.second}`],
      ['About a record you can no longer see', '', ''],
    ])
  })

  it('that comes back out of the bin or by undo keeps its day, and nobody is told again', async () => {
    const id = await create('project_news', { project: made.second, title: 'Windows in', shared: true })
    const record = `/api/records/project_news/${id}`
    const { shared_at } = (await owner.get(record)).body
    const before = await told(customer.api)
    expect(before.filter(([, message]) => message === 'Windows in')).toHaveLength(1)
    expect((await owner.delete(record)).status).toBe(204)
    expect((await owner.post('/api/bin/restore', { model: 'project_news', ids: [id] })).status).toBe(200)
    expect((await owner.get(record)).body.shared_at).toBe(shared_at)
    expect((await owner.delete(record)).status).toBe(204)
    expect((await owner.post('/api/undo', {})).body.refused).toEqual([])
    expect((await owner.get(record)).body.shared_at).toBe(shared_at)
    expect(await told(customer.api)).toEqual(before)
  })

  it('is shared with nobody where its project is gone', async () => {
    const project = await create('projects', { code: 'P9', name: 'Shed', customer: made.own })
    const id = await create('project_news', { project, title: 'Shed' })
    const record = `/api/records/project_news/${id}`
    const before = await told(customer.api)
    expect((await owner.delete(record)).status).toBe(204)
    expect((await owner.delete(`/api/records/projects/${project}`)).status).toBe(204)
    expect((await owner.post('/api/bin/restore', { model: 'project_news', ids: [id] })).status).toBe(200)
    const { status, body } = await owner.patch(record, { shared: true })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await told(customer.api)).toEqual(before)
  })
})
