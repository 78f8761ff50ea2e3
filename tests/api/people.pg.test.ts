import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addPerson,
  api,
  makeWorkspace,
  signUp,
  type Api,
  type Person,
  type TestTenant,
} from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Anker Bau'))
})
afterAll(() => server.stop())

const tokenFor = async (email: string) =>
  (await server.mailbox(email))[0]?.text.match(/\/invite\/([\w-]+)/)?.[1] ?? ''
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } | undefined }) => [
  status,
  body?.error?.code,
]

describe('invitations', () => {
  it('mails a link, and joins once with the role it says', async () => {
    const bob = await signUp(server)
    const invited = await owner.post('/api/invites', { email: bob.email.toUpperCase(), role: 'member' })
    expect(invited.status).toBe(201)
    expect(invited.body).toMatchObject({ email: bob.email, role: 'member', status: 'open' })
    const [mail] = await server.mailbox(bob.email)
    expect(mail?.text).toContain(`${server.url}/invite/`)
    expect(mail?.subject).toContain('Anker Bau')
    const token = await tokenFor(bob.email)
    expect((await api(bob).get(`/api/invites/${token}/view`)).body).toMatchObject({
      tenant_name: 'Anker Bau',
      role: 'member',
    })
    const accepted = await api(bob).post(`/api/invites/${token}/accept`)
    expect(accepted.body).toEqual({
      tenant_id: tenant.id,
      name: 'Anker Bau',
      role: 'member',
      subdomain: null,
    })
    expect(codeOf(await api(bob).post(`/api/invites/${token}/accept`))).toEqual([410, 'gone'])
    expect((await owner.get('/api/invites')).body.rows[0]).toMatchObject({
      email: bob.email,
      status: 'accepted',
    })
  })

  it('brings, from its form, the record that stands for who is invited', async () => {
    const cleo = await signUp(server)
    await owner.post('/api/standard-models', { keys: ['estimates'] })
    const { body: firm } = await owner.post('/api/records/customers', { name: 'Sommer GmbH' })
    const wish = { email: cleo.email, role: 'customer', record_id: firm.id }
    expect((await owner.post('/api/records/sys_invite', wish)).status).toBe(201)
    const lost = { ...wish, record_id: '00000000-0000-4000-8000-000000000000' }
    expect((await owner.post('/api/records/sys_invite', lost)).status).toBe(422)
    const token = await tokenFor(cleo.email)
    expect((await api(cleo).post(`/api/invites/${token}/accept`)).status).toBe(200)
    const { rows } = (await owner.get('/api/members')).body
    expect(rows).toContainEqual(expect.objectContaining({ email: cleo.email, record_id: firm.id }))
  })

  it('[IN-01] [ER-02] only the invited address may use it; an unknown one is 404', async () => {
    await owner.post('/api/invites', { email: 'invited@example.test', role: 'member' })
    const token = await tokenFor('invited@example.test')
    const eve = await signUp(server)
    const refused = await api(eve).post(`/api/invites/${token}/accept`)
    expect(codeOf(refused)).toEqual([403, 'forbidden'])
    expect(JSON.stringify(refused.body)).not.toContain('invited@example.test')
    expect(codeOf(await api(eve).get(`/api/invites/${token}/view`))).toEqual([403, 'forbidden'])
    expect(codeOf(await api(eve).post(`/api/invites/${'x'.repeat(32)}/accept`))).toEqual([404, 'not_found'])
    expect((await api(eve).get('/api/tenants')).body.rows).toEqual([])
  })

  it('[IN-01] an address one only asked for, one that was given up and one in other letters open nothing', async () => {
    const [wanted, given] = ['wanted-in01@example.test', 'given-in01@example.test']
    const [thief, mover] = [await signUp(server), await signUp(server, given)]
    for (const email of [wanted, given]) await owner.post('/api/invites', { email, role: 'member' })
    const [forWanted, forGiven] = [await tokenFor(wanted), await tokenFor(given)]
    expect((await thief.supabase.auth.updateUser({ email: wanted })).error).toBeNull()
    expect(codeOf(await api(thief).post(`/api/invites/${forWanted}/accept`))).toEqual([403, 'forbidden'])
    // What they say of themselves is no address either.
    expect((await thief.supabase.auth.updateUser({ data: { email: wanted } })).error).toBeNull()
    await thief.supabase.auth.refreshSession()
    expect(codeOf(await api(thief).post(`/api/invites/${forWanted}/accept`))).toEqual([403, 'forbidden'])
    // Whoever moved to another address still carries a token that names the one before.
    await server.sql(`update auth.users set email = 'moved-in01@example.test' where id = $1`, [mover.userId])
    expect(codeOf(await api(mover).post(`/api/invites/${forGiven}/accept`))).toEqual([403, 'forbidden'])
    for (const token of [
      forGiven.toUpperCase() === forGiven ? forGiven.toLowerCase() : forGiven.toUpperCase(),
      `${forGiven}%00`,
      ` ${forGiven}`,
      `${forGiven}/`,
      `..%2f${forGiven}`,
      encodeURIComponent(`' or true --`),
    ])
      expect([404, 422], token).toContain((await api(mover).post(`/api/invites/${token}/accept`)).status)
    const joined = await server.sql('select from app.memberships where user_id = any($1)', [
      [thief.userId, mover.userId],
    ])
    expect(joined).toEqual([])
  })

  it('[IN-02] of 50 parallel accepts one joins, one line of history, 49 are 410', async () => {
    const cleo = await signUp(server)
    await owner.post('/api/invites', { email: cleo.email, role: 'member' })
    const token = await tokenFor(cleo.email)
    const all = await Promise.all(
      Array.from({ length: 50 }, () => api(cleo).post(`/api/invites/${token}/accept`)),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 410)])
    const joined = await server.sql(`select from app.events where kind = 'joined' and actor_id = $1`, [
      cleo.userId,
    ])
    expect(joined).toHaveLength(1)
  })

  it('[IN-04] nobody gives a role above their own, and the accepting side names none', async () => {
    const member = api(await addPerson(ann, tenant, 'member'), tenant.id)
    const admin = api(await addPerson(ann, tenant, 'admin'), tenant.id)
    expect((await member.post('/api/invites', { email: 'x@example.test', role: 'member' })).status).toBe(403)
    expect((await admin.post('/api/invites', { email: 'x@example.test', role: 'owner' })).status).toBe(403)
    expect((await admin.post('/api/invites', { email: 'x@example.test', role: 'admin' })).status).toBe(201)
    expect((await owner.post('/api/invites', { email: 'x@example.test', role: 'ghost' })).status).toBe(422)
    expect(await server.mailbox('x@example.test')).toHaveLength(1)
    const dora = await signUp(server)
    await owner.post('/api/invites', { email: dora.email, role: 'member' })
    const body = await api(dora).post(`/api/invites/${await tokenFor(dora.email)}/accept`, { role: 'owner' })
    expect([body.status, body.body.error.details[0].path]).toEqual([422, 'role'])
  })

  it('[IN-05] [CS-07] looking at the link uses nothing up', async () => {
    const emil = await signUp(server)
    await owner.post('/api/invites', { email: emil.email, role: 'member' })
    const token = await tokenFor(emil.email)
    for (const method of ['HEAD', 'GET']) {
      await fetch(`${server.url}/invite/${token}`, { method })
      await fetch(`${server.url}/api/invites/${token}/accept`, { method })
      await fetch(`${server.url}/api/invites/${token}/view`, { method })
    }
    expect((await api(emil).post(`/api/invites/${token}/accept`)).status).toBe(200)
  })

  it('[IN-08] the token is stored hashed and listed nowhere; withdrawn and expired ones are 410', async () => {
    const finn = await signUp(server)
    const { body: invite } = await owner.post('/api/invites', { email: finn.email, role: 'member' })
    const token = await tokenFor(finn.email)
    const stored = JSON.stringify(
      await server.sql('select i.*, d.* from app.invites i, app.token_directory d'),
    )
    expect(stored).not.toContain(token)
    expect(JSON.stringify((await owner.get('/api/invites')).body)).not.toContain(token)
    expect((await owner.delete(`/api/invites/${invite.id}`)).status).toBe(204)
    expect(codeOf(await api(finn).post(`/api/invites/${token}/accept`))).toEqual([410, 'gone'])
    const again = await owner.post('/api/invites', { email: finn.email, role: 'member' })
    await server.sql(`update app.invites set expires_at = now() - interval '1 minute' where id = $1`, [
      again.body.id,
    ])
    expect(codeOf(await api(finn).post(`/api/invites/${await tokenFor(finn.email)}/accept`))).toEqual([
      410,
      'gone',
    ])
  })

  it('[IN-07] says the same of an address that has an account, one that has none and one that is in, within limits', async () => {
    await owner.post('/api/roles', { key: 'host', label: 'Host', manage: ['members'] })
    const host = api(await addPerson(ann, tenant, 'host'), tenant.id)
    const known = await signUp(server)
    const inside = await addPerson(ann, tenant, 'member')
    const shapes = new Set<string>()
    for (const email of [known.email, 'nobody-yet@example.test', inside.email]) {
      const { status, body } = await host.post('/api/invites', { email, role: 'member' })
      const shape = Object.fromEntries(
        Object.entries(body as object).map(([key, value]) => [key, value === null ? null : typeof value]),
      )
      shapes.add(JSON.stringify([status, shape, body.status, body.role]))
      const [mail] = await server.mailbox(email)
      expect(mail?.text, email).toMatch(/\/invite\/[\w-]+/)
    }
    expect([...shapes]).toHaveLength(1)
    const strict = await startTestServer({ RATE_LIMIT_FACTOR: '0.3' })
    try {
      const ida = await signUp(strict)
      const place = api(ida, (await makeWorkspace(ida, 'Strict')).id)
      const statuses = async (count: number, email: (at: number) => string) => {
        const all: number[] = []
        for (let at = 0; at < count; at++)
          all.push((await place.post('/api/invites', { email: email(at), role: 'member' })).status)
        return all
      }
      // Ten an hour to one address and two hundred of one workspace, times the factor.
      expect(await statuses(5, () => 'again@example.test')).toEqual([201, 201, 201, 429, 429])
      expect(await strict.mailbox('again@example.test')).toHaveLength(3)
      const many = await statuses(70, (at) => `p${at}@example.test`)
      expect(many.filter((status) => status === 201).length).toBeLessThan(60)
      expect(many.at(-1)).toBe(429)
    } finally {
      await strict.stop()
    }
  })

  it('a newer invitation replaces the older one', async () => {
    const gil = await signUp(server)
    await owner.post('/api/invites', { email: gil.email, role: 'admin' })
    const old = await tokenFor(gil.email)
    await owner.post('/api/invites', { email: gil.email, role: 'member' })
    expect((await api(gil).post(`/api/invites/${old}/accept`)).status).toBe(410)
    expect((await api(gil).post(`/api/invites/${await tokenFor(gil.email)}/accept`)).body.role).toBe('member')
  })
})

describe('members', () => {
  it('[U-01] [MA-04] one role per person; the last owner stays', async () => {
    const hanna = await addPerson(ann, tenant, 'member')
    expect((await owner.put(`/api/members/${hanna.userId}`, { role: 'admin' })).body).toMatchObject({
      role: 'admin',
    })
    expect((await owner.put(`/api/members/${hanna.userId}`, { role: 'ghost' })).status).toBe(422)
    for (const attempt of [
      owner.put(`/api/members/${ann.userId}`, { role: 'member' }),
      owner.delete(`/api/members/${ann.userId}`),
    ])
      expect(codeOf(await attempt)).toEqual([422, 'invalid'])
    const admin = api(hanna, tenant.id)
    expect((await admin.put(`/api/members/${ann.userId}`, { role: 'member' })).status).toBe(403)
    expect((await admin.put(`/api/members/${hanna.userId}`, { role: 'owner' })).status).toBe(403)
  })

  it('[RC-04] two owners who demote each other leave one', async () => {
    const ida = await signUp(server)
    const place = await makeWorkspace(ida, 'Two owners')
    const jon = await addPerson(ida, place, 'owner')
    const [a, b] = await Promise.all([
      api(ida, place.id).put(`/api/members/${jon.userId}`, { role: 'member' }),
      api(jon, place.id).put(`/api/members/${ida.userId}`, { role: 'member' }),
    ])
    expect([a.status, b.status].sort()).toEqual([200, 403])
    const owners = await server.sql(`select from app.memberships where tenant_id = $1 and role = 'owner'`, [
      place.id,
    ])
    expect(owners).toHaveLength(1)
  })

  it('who was taken out is out at once', async () => {
    const kim = await addPerson(ann, tenant, 'member')
    expect((await api(kim, tenant.id).get('/api/models')).status).toBe(200)
    expect((await owner.delete(`/api/members/${kim.userId}`)).status).toBe(204)
    expect((await api(kim, tenant.id).get('/api/models')).status).toBe(404)
    expect((await api(kim).get('/api/models')).status).toBe(409)
  })

  it('anybody may leave; a member sees names and roles but no addresses', async () => {
    const lea = await addPerson(ann, tenant, 'member')
    const { rows } = (await api(lea, tenant.id).get('/api/members')).body
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.every((row: object) => !('email' in row) && 'name' in row)).toBe(true)
    expect((await api(lea, tenant.id).delete(`/api/members/${lea.userId}`)).status).toBe(204)
  })

  it('a role of one’s own that manages people gives away no more than it has', async () => {
    await owner.post('/api/roles', { key: 'foreman', label: 'Foreman', manage: ['members', 'roles'] })
    const moe = api(await addPerson(ann, tenant, 'foreman'), tenant.id)
    expect((await moe.post('/api/invites', { email: 'y@example.test', role: 'admin' })).status).toBe(403)
    expect((await moe.post('/api/invites', { email: 'y@example.test', role: 'member' })).status).toBe(201)
    expect((await moe.post('/api/roles', { key: 'boss', label: 'Boss', manage: ['models'] })).status).toBe(
      403,
    )
    expect((await owner.get('/api/roles')).body.rows.map(({ key }: { key: string }) => key)).not.toContain(
      'boss',
    )
  })

  it('a role that somebody has is in use', async () => {
    const role = (await owner.get('/api/roles')).body.rows.find(
      ({ key }: { key: string }) => key === 'foreman',
    )
    expect(codeOf(await owner.delete(`/api/roles/${role.id}`))).toEqual([422, 'in_use'])
  })
})
