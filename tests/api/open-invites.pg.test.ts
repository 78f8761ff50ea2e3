import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placePerson } from '../support/install-definitions.ts'
import { addPerson, api, signUp, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

// An invitation is worth what whoever sent it may give, to the end.
let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Open invitations'))
})
afterAll(() => server.stop())

/** Invites somebody new and answers how they would accept. */
async function invite(by: Api, role: string): Promise<() => Promise<number>> {
  const person = await signUp(server)
  const { status, body } = await by.post('/api/invites', { email: person.email, role })
  if (status !== 201) throw new Error(JSON.stringify(body))
  const [mail] = await server.mailbox(person.email)
  const token = mail?.text.match(/\/invite\/([\w-]+)/)?.[1] ?? ''
  return async () => (await api(person).post(`/api/invites/${token}/accept`)).status
}
const newRole = (userId: string, role: string) => owner.put(`/api/members/${userId}`, { role })

describe('[IN-04] open invitations', () => {
  it('of who was taken out open nothing any more, nor do those to them', async () => {
    const admin = await placePerson(server, tenant.id, 'admin')
    const accomplice = await invite(admin.api, 'admin')
    const colleague = await invite(owner, 'member')
    const second = await owner.post('/api/invites', { email: admin.email, role: 'admin' })
    const [mail] = await server.mailbox(admin.email)
    const token = mail?.text.match(/\/invite\/([\w-]+)/)?.[1] ?? ''
    expect([second.status, (await owner.delete(`/api/members/${admin.userId}`)).status]).toEqual([201, 204])
    expect(await accomplice()).toBe(410)
    expect((await api(admin).post(`/api/invites/${token}/accept`)).status).toBe(410)
    expect((await admin.api.get('/api/models')).status).toBe(404)
    // What others sent is theirs.
    expect(await colleague()).toBe(200)
    const { body } = await owner.get('/api/invites')
    const states = (Array.isArray(body) ? body : body.rows).map(({ status }: { status: string }) => status)
    expect(states.toSorted()).toEqual(['accepted', 'withdrawn', 'withdrawn'])
  })

  it('are worth no more than the role their sender has by then', async () => {
    const admin = await placePerson(server, tenant.id, 'admin')
    const [first, second] = [await invite(admin.api, 'admin'), await invite(admin.api, 'member')]
    // Nothing changes for a sender who may still give all that.
    expect((await newRole(admin.userId, 'owner')).status).toBe(200)
    expect(await second()).toBe(200)
    const third = await invite(admin.api, 'owner')
    expect((await newRole(admin.userId, 'admin')).status).toBe(200)
    expect(await third()).toBe(410)
    const fourth = await invite(admin.api, 'member')
    expect((await newRole(admin.userId, 'member')).status).toBe(200)
    expect([await first(), await fourth()]).toEqual([410, 410])
  })

  it('are worth no more than what their sender’s role has become', async () => {
    const { body: role } = await owner.post('/api/roles', {
      key: 'clerk',
      label: 'Clerk',
      manage: ['members'],
    })
    const clerk = await placePerson(server, tenant.id, 'clerk')
    const [first, second] = [await invite(clerk.api, 'clerk'), await invite(clerk.api, 'clerk')]
    expect((await owner.put(`/api/roles/${role.id}`, { label: 'Front office' })).status).toBe(200)
    expect(await first()).toBe(200)
    expect((await owner.put(`/api/roles/${role.id}`, { manage: [] })).status).toBe(200)
    expect(await second()).toBe(410)
  })

  it('to be an owner end with the hand-over of the workspace', async () => {
    const next = await addPerson(ann, tenant, 'admin')
    const [heir, helper] = [await invite(owner, 'owner'), await invite(owner, 'admin')]
    const handed = await owner.post(`/api/tenants/${tenant.id}/hand-over`, { user_id: next.userId })
    expect(handed.status).toBeLessThan(300)
    expect([await heir(), await helper()]).toEqual([410, 200])
  })
})
