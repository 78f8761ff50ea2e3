import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, enrolFactor } from '../support/authenticator.ts'
import { addPerson, api, makeSupabase, makeWorkspace, signUp, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** The person as they are now signed in. */
async function now(person: Person): Promise<Person> {
  const { data } = await person.supabase.auth.getSession()
  return { ...person, token: data.session?.access_token ?? '' }
}

/** Signs the same person in once more, somewhere else, with the password alone. */
async function again(person: Person): Promise<Person> {
  const supabase = await makeSupabase(server)
  const { data, error } = await supabase.auth.signInWithPassword(person)
  if (error) throw error
  return { ...person, supabase, token: data.session.access_token }
}

const refusal = {
  status: 403,
  body: { error: { code: 'insufficient_aal', message: 'This needs a second factor.' } },
}

describe('a person with a second factor', () => {
  it('[AU-05] does nothing in a workspace, nor beside one, before the second step', async () => {
    const owner = await signUp(server)
    const tenant = await makeWorkspace(owner, 'Falk Bau')
    const { id, secret } = await enrolFactor(owner.supabase)
    const raised = await now(owner)
    const half = await again(owner)
    const before = await server.sql('select count(*) from app.events')
    const calls = api(half, tenant.id)
    for (const answer of [
      await calls.get('/api/roles'),
      await calls.get('/api/objects'),
      await calls.get('/api/members'),
      await calls.post('/api/query', { queries: [] }),
      await calls.post('/api/records/sys_api_token', {
        attributes: { name: 'x', role: null, valid_days: 1 },
      }),
      await calls.put(`/api/tenants/${tenant.id}`, { name: 'Mine' }),
      await api(half).get('/api/tenants'),
      await api(half).post('/api/tenants', { name: 'Another' }),
      await api(half).get('/api/profile/sessions'),
    ])
      expect(answer).toMatchObject(refusal)
    expect(await server.sql('select count(*) from app.events')).toEqual(before)
    expect((await api(half).get('/api/auth/tenant-status')).status).toBe(200)
    expect((await api(raised, tenant.id).get('/api/roles')).status).toBe(200)
    await half.supabase.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
    expect((await api(await now(half), tenant.id).get('/api/roles')).status).toBe(200)
    const bucketsOf = async ({ token }: Person): Promise<number> =>
      (
        await fetch(`${server.url}/storage/v1/bucket`, {
          headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenant.id },
        })
      ).status
    expect(await bucketsOf(raised)).toBe(200)
    expect(await bucketsOf(half)).not.toBe(200)
    // The token from before the step stays what it was.
    expect(await api(half, tenant.id).get('/api/roles')).toMatchObject(refusal)
  })
})

describe('a workspace that asks for second factors', () => {
  it('[AU-05] lets in who has taken the step, at once for everybody, and nobody shuts themselves out', async () => {
    const owner = await signUp(server)
    const tenant = await makeWorkspace(owner, 'Nord Hochbau')
    const member = await addPerson(owner, tenant, 'member')
    const ask = async (person: Person, required: boolean) =>
      api(person, tenant.id).put(`/api/tenants/${tenant.id}`, { second_factor_required: required })
    expect(await ask(owner, true)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
    expect((await api(member, tenant.id).get('/api/objects')).status).toBe(200)
    const { id, secret } = await enrolFactor(owner.supabase)
    expect((await ask(await now(owner), true)).status).toBe(200)
    expect(await ask(member, false)).toMatchObject(refusal)
    expect(await api(member, tenant.id).get('/api/objects')).toMatchObject(refusal)
    // What belongs to no workspace that asks for it goes on.
    expect((await api(member).get('/api/tenants')).status).toBe(200)
    const own = await makeWorkspace(member, 'Ein Eigener')
    expect((await api(member, own.id).get('/api/objects')).status).toBe(200)
    await enrolFactor(member.supabase)
    expect((await api(await now(member), tenant.id).get('/api/objects')).status).toBe(200)
    // Given up again: out at once, also with the token that said aal2.
    await owner.supabase.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
    const raised = await now(owner)
    await owner.supabase.auth.mfa.unenroll({ factorId: id })
    expect(await api(raised, tenant.id).get('/api/objects')).toMatchObject(refusal)
  })
})

describe('dangerous acts', () => {
  it('want a sign-in or a second step within the hour', async () => {
    const owner = await signUp(server)
    const tenant = await makeWorkspace(owner, 'Süd Tiefbau')
    const member = await addPerson(owner, tenant, 'member')
    await server.sql(
      `update auth.mfa_amr_claims set updated_at = now() - interval '61 minutes'
       where session_id in (select id from auth.sessions where user_id = $1)`,
      [owner.userId],
    )
    await owner.supabase.auth.refreshSession()
    const old = await now(owner)
    const needed = { status: 403, body: { error: { code: 'reauthentication_needed' } } }
    const token = { attributes: { name: 'Report', role: null, valid_days: 1 } }
    expect(await api(old, tenant.id).post('/api/records/sys_api_token', token)).toMatchObject(needed)
    const promote = (person: Person) =>
      api(person, tenant.id).put(`/api/members/${member.userId}`, { role: 'owner' })
    expect(await promote(old)).toMatchObject(needed)
    expect((await api(old, tenant.id).put(`/api/members/${member.userId}`, { role: 'admin' })).status).toBe(
      200,
    )
    const path = `/api/tenants/${tenant.id}`
    const handOver = { user_id: member.userId }
    expect(await api(old, tenant.id).post(`${path}/hand-over`, handOver)).toMatchObject(needed)
    expect(await api(old, tenant.id).post(`${path}/close`, { name: 'Süd Tiefbau' })).toMatchObject(needed)
    const fresh = await again(owner)
    expect((await api(fresh, tenant.id).post('/api/records/sys_api_token', token)).status).toBe(201)
    expect((await promote(fresh)).status).toBe(200)
  })
})

describe('the list of sign-ins', () => {
  it('[ID-04] [AU-08] shows one’s own and ends them at once, nobody else’s', async () => {
    const ada = await signUp(server)
    const ben = await signUp(server)
    const laptop = await again(ada)
    const phone = await again(ada)
    const { body } = await api(ada).get('/api/profile/sessions')
    expect(body.rows).toHaveLength(3)
    expect(body.rows.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    expect(body.rows[0]).toMatchObject({
      address: '127.0.0.1',
      second_factor: false,
      user_agent: expect.any(String),
    })
    expect(JSON.stringify(body)).not.toContain(ben.userId)
    const idOf = (person: Person) => sessionId(person.token)
    for (const foreign of [idOf(ben), crypto.randomUUID()])
      expect((await api(ada).delete(`/api/profile/sessions/${foreign}`)).status).toBe(404)
    expect((await api(ben).get('/api/profile/sessions')).body.rows).toHaveLength(1)
    expect((await api(ada).delete(`/api/profile/sessions/${idOf(laptop)}`)).status).toBe(204)
    expect((await api(laptop).get('/api/tenants')).status).toBe(401)
    expect((await laptop.supabase.auth.refreshSession()).error).not.toBeNull()
    expect((await api(phone).get('/api/tenants')).status).toBe(200)
    expect((await api(ada).post('/api/profile/sessions/end-others')).body).toEqual({ ended: 1 })
    expect((await api(phone).get('/api/tenants')).status).toBe(401)
    expect((await api(ada).get('/api/profile/sessions')).body.rows).toHaveLength(1)
  })
})

const sessionId = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string })
    .session_id
