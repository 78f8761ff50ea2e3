import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api, makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person
let tenant: TestTenant

beforeAll(async () => {
  server = await startTestServer()
  ann = await signUp(server)
  tenant = await makeWorkspace(ann, 'Anker Bau')
})
afterAll(() => server.stop())

describe('rights and writes take turns', () => {
  it('[RC-05] a right is taken away only after the writes under way, and counts for those that come after', async () => {
    const bob = await addPerson(ann, tenant, 'admin')
    const [writer] = [await server.services.database.owner.connect()]
    await writer.query(`begin; select app.lock_workspace('${tenant.id}', 'write')`)
    let demoted = false
    const demote = api(ann, tenant.id)
      .put(`/api/members/${bob.userId}`, { role: 'customer' })
      .then(({ status }) => {
        demoted = true
        return status
      })
    await wait(300)
    expect(demoted).toBe(false)
    const late = api(bob, tenant.id).post('/api/invites', { email: 'late@example.test' })
    await wait(100)
    await writer.query('commit')
    writer.release()
    expect(await demote).toBe(200)
    expect((await late).status).toBe(403)
    expect(await server.mailbox('late@example.test')).toEqual([])
  })

  it('a release that cannot get its turn is 503 with a time to come back, and nothing happened', async () => {
    const writer = await server.services.database.owner.connect()
    await writer.query(`begin; select app.lock_workspace('${tenant.id}', 'write')`)
    const refused = await api(ann, tenant.id).post('/api/models', { key: 'late', label: 'Late' })
    await writer.query('commit')
    writer.release()
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
    expect(refused.body.error.message).toMatch(/^Somebody else is changing this right now/)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await api(ann, tenant.id).get('/api/models')).body.rows).toEqual([])
  })

  it('[RC-07] 200 parallel calls of ten people in five workspaces: everybody gets their own', async () => {
    const places = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const owner = await signUp(server)
        const place = await makeWorkspace(owner, `Canary ${index}`)
        await api(owner, place.id).post('/api/models', { key: `canary_${index}`, label: 'Canary' })
        return { owner, member: await addPerson(owner, place, 'member'), place, index }
      }),
    )
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, round) => {
        const { owner, member, place, index } = places[round % 5]!
        await wait(Math.random() * 50)
        const { body } = await api(round % 2 ? owner : member, place.id).get('/api/models')
        return [body.rows.map(({ key }: { key: string }) => key), [`canary_${index}`]]
      }),
    )
    for (const [got, own] of answers) expect(got).toEqual(own)
  })
})

it('[DO-10] a workspace whose calls all wait takes nothing from its neighbour', async () => {
  const eve = await signUp(server)
  const other = await makeWorkspace(eve, 'Bauhof')
  const writer = await server.services.database.owner.connect()
  await writer.query(`begin; select app.lock_workspace('${tenant.id}', 'write')`)
  let answered = 0
  const flood = Array.from({ length: 60 }, async (_, at) => {
    const { status } = await api(ann, tenant.id).post('/api/models', { key: `m${at}`, label: 'M' })
    answered += 1
    return status
  })
  // Enough of them to hold every connection there is, were they let.
  await expect
    .poll(async () => {
      const [row] = await server.sql<{ waiting: number }>(
        `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`,
      )
      return row?.waiting
    })
    .toBeGreaterThan(3)
  for (let round = 0; round < 10; round++) {
    const all = await Promise.all(
      ['/api/models', '/api/routes', '/api/roles'].map((path) => api(eve, other.id).get(path)),
    )
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  // In one line for all, the neighbour would have come after most of them.
  expect(answered).toBeLessThan(30)
  await writer.query('commit')
  writer.release()
  expect(new Set(await Promise.all(flood)).size).toBeGreaterThan(0)
  expect((await api(ann, tenant.id).get('/api/models')).status).toBe(200)
}, 60_000)

describe('[RL-02] limits', () => {
  it('too many questions about workspaces are 429 with the seconds to wait', async () => {
    const strict = await startTestServer({ RATE_LIMIT_FACTOR: '0.05' })
    try {
      const cleo = await signUp(strict)
      const statuses: number[] = []
      for (let round = 0; round < 8; round++) {
        const { status, body, headers } = await api(cleo).get('/api/auth/tenant-status')
        statuses.push(status)
        if (status !== 429) continue
        expect(body.error.code).toBe('rate_limited')
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200])
      expect(statuses.at(-1)).toBe(429)
    } finally {
      await strict.stop()
    }
  })

  it('[RL-01] an invented X-Forwarded-For is nobody else', async () => {
    const strict = await startTestServer({ RATE_LIMIT_FACTOR: '0.1' })
    try {
      const dora = await signUp(strict)
      const statuses = new Set<number>()
      for (let round = 0; round < 8; round++) {
        const { status } = await api(dora).post(`/api/invites/${'x'.repeat(24)}/accept`, undefined, {
          headers: { 'x-forwarded-for': `10.0.0.${round}` },
        })
        statuses.add(status)
      }
      expect([...statuses]).toEqual([404, 429])
    } finally {
      await strict.stop()
    }
  })
})
