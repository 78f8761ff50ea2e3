import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api, makeWorkspace, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Anker Bau'))
  await owner.post('/api/models', { key: 'crane', label: 'Cranes' })
})
afterAll(() => server.stop())

const as = (token: string): Api => {
  const call = api(null, tenant.id, server)
  const headers = { authorization: `Bearer ${token}` }
  return {
    get: (path) => call.get(path, { headers }),
    post: (path, body) => call.post(path, body, { headers }),
    put: (path, body) => call.put(path, body, { headers }),
    patch: (path, body) => call.patch(path, body, { headers }),
    delete: (path) => call.delete(path, { headers }),
  }
}

describe('service accounts', () => {
  it('are members without a sign-in, shown among people, and work by their tokens alone', async () => {
    const made = await owner.post('/api/service-accounts', { name: 'Till system', role: 'member' })
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ name: 'Till system', role: 'member', kind: 'service', email: null }),
    ])
    const { id } = made.body
    const { body: people } = await owner.get('/api/members')
    expect(people.rows.map(({ name, kind }: { name: string; kind: string }) => [name, kind])).toContainEqual([
      'Till system',
      'service',
    ])
    const listed = await owner.post('/api/query', {
      queries: [{ model: 'sys_member', fields: ['name', 'status'] }],
    })
    expect(listed.body.results[0].rows).toContainEqual(
      expect.objectContaining({ name: 'Till system', status: 'service' }),
    )
    const { body: given } = await owner.post(`/api/service-accounts/${id}/tokens`, { name: 'Till 1' })
    const till = as(given.token)
    const crane = await till.post('/api/records/crane', {})
    expect(crane.status).toBe(201)
    const [event] = await server.sql(
      'select actor_id, via from app.events where tenant_id = $1 and record_id = $2',
      [tenant.id, crane.body.id],
    )
    expect(event).toEqual({ actor_id: id, via: 'Till 1' })
    const audit = await server.sql<{ actor: string; after: { service?: boolean } }>(
      `select actor, after from app.audit where tenant_id = $1 and subject = 'member' and kind = 'created'`,
      [tenant.id],
    )
    expect(audit.map(({ after }) => after)).toContainEqual(expect.objectContaining({ service: true }))
    expect((await till.post('/api/service-accounts', { name: 'X', role: 'member' })).status).toBe(403)
    // Its role is changed as people's are, and counts at once.
    expect((await owner.put(`/api/members/${id}`, { role: 'admin' })).status).toBe(200)
    expect((await till.post('/api/models', { key: 'tower', label: 'Towers' })).status).toBe(201)
    expect((await owner.delete(`/api/members/${id}`)).status).toBe(204)
    expect((await till.get('/api/objects')).status).toBe(401)
  })

  it('[MA-04] [IN-04] are no owners and no customers, and get no role above whoever makes them', async () => {
    const admin = await addPerson(ann, tenant, 'admin')
    const member = await addPerson(ann, tenant, 'member')
    const make = (person: Person, role: string) =>
      api(person, tenant.id).post('/api/service-accounts', { name: 'Robot', role })
    for (const role of ['owner', 'customer', 'public', 'never'])
      expect((await make(ann, role)).status, role).toBe(422)
    expect((await make(member, 'member')).status).toBe(403)
    const { body: robot } = await make(ann, 'admin')
    const narrow = await owner.post('/api/roles', { key: 'clerk', label: 'Clerk', manage: ['members'] })
    expect(narrow.status).toBe(201)
    const clerk = await addPerson(ann, tenant, 'clerk')
    expect((await make(clerk, 'admin')).status).toBe(403)
    const token = (person: Person, id: string) =>
      api(person, tenant.id).post(`/api/service-accounts/${id}/tokens`, { name: 'T' })
    expect((await token(clerk, robot.id)).status).toBe(403)
    expect((await token(member, robot.id)).status).toBe(403)
    // A token for a person is made by that person alone.
    for (const { userId } of [ann, admin, member]) expect((await token(ann, userId)).status).toBe(404)
    expect((await owner.put(`/api/members/${robot.id}`, { role: 'owner' })).status).toBe(422)
    const hand = await owner.post(`/api/tenants/${tenant.id}/hand-over`, { user_id: robot.id })
    expect(hand.status).toBe(422)
    const other = await makeWorkspace(ann, 'Fremd')
    expect(
      (await api(ann, other.id).post(`/api/service-accounts/${robot.id}/tokens`, { name: 'T' })).status,
    ).toBe(404)
  })
})
