import { afterAll, beforeAll, expect, it } from 'vitest'
import { api, makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { askDatabase, ServerProcess } from '../support/server-process.ts'
import { createTestDatabase } from '../support/start-test-database.ts'
import type { TestServer } from '../support/start-test-server.ts'

const rounds = process.env['LONG'] ? 5 : 1
let database: Awaited<ReturnType<typeof createTestDatabase>>
let running: ServerProcess
// What signing up needs of a server is its address and its mails.
let server: TestServer
let owner: Person
let tenant: TestTenant

beforeAll(async () => {
  database = await createTestDatabase()
  running = new ServerProcess(database.url)
  await running.start()
  server = running as unknown as TestServer
  owner = await signUp(server)
  tenant = await makeWorkspace(owner, 'Crash')
}, 60_000)

afterAll(async () => {
  await running.end()
  await database.drop()
})

const ask = <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  askDatabase<R>(database.url, text, values)
const count = async (text: string): Promise<number> =>
  (await ask<{ n: number }>(`select count(*)::int as n from (${text}) x`))[0]?.n ?? -1

it('killed while people sign up, accept invitations and get other roles: each of it happened, or did not', async () => {
  for (let round = 0; round < rounds; round++) {
    const call = api(owner, tenant.id)
    const guests = await Promise.all(Array.from({ length: 5 }, () => signUp(server)))
    const links = await Promise.all(
      guests.map(async (guest) => {
        await call.post('/api/invites', { email: guest.email, role: 'member' })
        return /\/invite\/([\w-]+)/.exec((await server.mailbox(guest.email))[0]?.text ?? '')?.[1] ?? ''
      }),
    )
    const robots: string[] = []
    for (let n = 0; n < 4; n++)
      robots.push(
        (await call.post('/api/service-accounts', { name: `Robot ${round}-${n}`, role: 'member' })).body.id,
      )
    const users = await count('select from auth.users')
    const newcomers = Array.from({ length: 12 }, (_, n) => `new-${round}-${n}@example.test`)
    const password = 'long enough to be good 1'
    const under = Promise.allSettled([
      ...newcomers.map((email) => owner.supabase.auth.signUp({ email, password })),
      ...guests.map((guest, n) => api(guest).post(`/api/invites/${links[n]}/accept`)),
      ...robots.flatMap((id) =>
        ['admin', 'member', 'admin'].map((role) => call.put(`/api/members/${id}`, { role })),
      ),
    ])
    // In the middle of it, some through and some not.
    await expect
      .poll(() => count('select from auth.users'), { interval: 5, timeout: 20_000 })
      .toBeGreaterThan(users + 1)
    await running.kill()
    await under
    await running.start()

    expect(
      await count(
        'select from auth.users u where not exists (select from auth.identities i where i.user_id = u.id)',
      ),
    ).toBe(0)
    const halves = `select from app.invites i where (i.accepted_at is not null) is distinct from exists (
      select from app.memberships m where m.tenant_id = i.tenant_id and m.user_id = i.accepted_by)`
    expect(await count(halves)).toBe(0)
    // Who joined stands in the history once, who did not does not.
    const told = `select m.user_id from app.memberships m join app.users u on u.id = m.user_id and u.service_of is null
      where m.role <> 'owner' and 1 <> (select count(*) from app.events e
        where e.tenant_id = m.tenant_id and e.record_id = m.user_id and e.kind = 'joined')`
    expect(await count(told)).toBe(0)
    const roles = `select from app.memberships m join app.users u on u.id = m.user_id and u.service_of is not null
      where m.role <> (select e.after ->> 'role' from app.events e
        where e.tenant_id = m.tenant_id and e.record_id = m.user_id and e.subject = 'member' order by e.id desc limit 1)`
    expect(await count(roles)).toBe(0)
    // A minute later the next mail may be asked for.
    await ask('delete from auth.rate_counters')
    // Nobody is left before a door: who signed up does so again, who was invited comes in.
    for (const email of newcomers.slice(0, 3)) {
      await owner.supabase.auth.signUp({ email, password })
      const code = /\b\d{6}\b/.exec((await server.mailbox(email))[0]?.text ?? '')?.[0] ?? ''
      expect(
        (await owner.supabase.auth.verifyOtp({ email, token: code, type: 'signup' })).error,
        email,
      ).toBeNull()
    }
    for (const [n, guest] of guests.entries())
      expect([200, 410]).toContain((await api(guest).post(`/api/invites/${links[n]}/accept`)).status)
    const joined =
      await count(`select from app.memberships m where m.tenant_id = '${tenant.id}' and m.role = 'member'
      and m.user_id in (${guests.map(({ userId }) => `'${userId}'`).join(',')})`)
    expect(joined).toBe(guests.length)
  }
}, 120_000)
