import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { sendDigests } from '#server/notifications/send-digests.ts'
import { api, makeWorkspace, signUp, type Api, type Person } from '../support/people.ts'
import { askDatabase, ServerProcess } from '../support/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/start-test-database.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'
import { maskRequestId } from '../support/mask-request-id.ts'

// Two workspaces that one server works for: what it does in the background for one is nothing of the other's.

interface Side {
  person: Person
  tenantId: string
  call: Api
  canary: string
}

const side = async (server: TestServer, name: string): Promise<Side> => {
  const person = await signUp(server)
  const tenant = await makeWorkspace(person, name)
  return { person, tenantId: tenant.id, call: api(person, tenant.id), canary: `CANARY-${name}` }
}

describe('[TI-07] background work of two workspaces in one process that is killed', () => {
  // Ten batches: of fewer none may be left when the process is killed.
  const rows = 10_000
  let database: TestDatabase
  let running: ServerProcess
  let sides: Side[]

  beforeAll(async () => {
    database = await createTestDatabase()
    running = new ServerProcess(database.url)
    await running.start()
    const server = running as unknown as TestServer
    sides = [await side(server, 'Anker'), await side(server, 'Bruns')]
  }, 60_000)
  afterAll(async () => {
    await running.end()
    await database.drop()
  })

  it('goes on as whoever began it, for each in its own, and is nobody else’s to look at', async () => {
    const begun = await Promise.all(
      sides.map(async ({ call, canary }) => {
        const bytes = [
          'code,name',
          ...Array.from({ length: rows }, (_, at) => `${canary}-${at},${canary}`),
        ].join('\n')
        const headers = { 'content-type': 'text/csv' }
        const staged = await call.post('/api/imports?name=rows.csv', undefined, { bytes, headers })
        const started = await call.post(`/api/imports/${staged.body.id}/run`, {
          target: { new_model: { key: 'part', label: 'Parts' } },
          mode: 'skip_bad',
          columns: ['code', 'name'].map((key) => ({ source: key, field: { key, label: key, type: 'text' } })),
        })
        expect(started.status, JSON.stringify(started.body)).toBe(202)
        return String(staged.body.id)
      }),
    )
    const state = async (at: number): Promise<{ status: string; done: number; created: number }> =>
      (await sides[at]!.call.get(`/api/imports/${begun[at]}`)).body
    await expect
      .poll(async () => (await state(0)).done + (await state(1)).done, { timeout: 60_000, interval: 10 })
      .toBeGreaterThan(0)
    await running.kill()
    const underWay = await askDatabase<{ status: string; done: number }>(
      database.url,
      'select status, done_count as done from app.imports where id = any($1::uuid[])',
      [begun],
    )
    expect(underWay.some(({ status, done }) => status === 'running' && done > 0 && done < rows)).toBe(true)
    await running.start()
    for (const at of [0, 1])
      await expect.poll(async () => (await state(at)).status, { timeout: 90_000, interval: 100 }).toBe('done')

    const exported = await Promise.all(
      sides.map(async ({ call }) =>
        String((await call.post('/api/exports', { model: 'part', format: 'csv' })).body.id),
      ),
    )
    await running.kill()
    await running.start()
    for (const at of [0, 1])
      await expect
        .poll(async () => (await sides[at]!.call.get(`/api/exports/${exported[at]}`)).body.status, {
          timeout: 90_000,
          interval: 100,
        })
        .toBe('done')

    for (const [at, { call, person, tenantId, canary }] of sides.entries()) {
      const other = sides[1 - at]!
      expect(await state(at)).toMatchObject({ created: rows })
      const stored = await askDatabase<Record<string, unknown>>(
        database.url,
        `select count(*)::int as all, count(*) filter (where attributes ->> 'name' = $2)::int as own from app.objects where tenant_id = $1`,
        [tenantId, canary],
      )
      expect(stored).toEqual([{ all: rows, own: rows }])
      const actors = await askDatabase<{ actor_id: string }>(
        database.url,
        `select distinct actor_id from app.events where tenant_id = $1`,
        [tenantId],
      )
      expect(actors).toEqual([{ actor_id: person.userId }])
      const file = await call.get(`/api/exports/${exported[at]}/file`)
      expect(String(file.body).split(canary).length).toBeGreaterThan(rows)
      expect(String(file.body)).not.toContain(other.canary)
      // To the neighbour each of them is as if it never was.
      const never = newId()
      for (const path of [
        '/api/imports/{id}',
        '/api/imports/{id}/errors',
        '/api/exports/{id}',
        '/api/exports/{id}/file',
      ]) {
        const id = (path.includes('imports') ? begun[at] : exported[at]) ?? ''
        const [theirs, absent] = await Promise.all(
          [id, never].map((one) => other.call.get(path.replace('{id}', one))),
        )
        expect([theirs?.status, path]).toEqual([404, path])
        const masked = (body: unknown) => maskRequestId(JSON.stringify(body))
        expect(masked(theirs?.body)).toBe(masked(absent?.body))
      }
    }
  }, 240_000)
})

describe('[TI-13] what gathers things of many records', () => {
  let server: TestServer
  let a: Side
  let b: Side

  beforeAll(async () => {
    server = await startTestServer()
    a = await side(server, 'Anker')
    b = await side(server, 'Bruns')
    for (const { call } of [a, b]) {
      const fields = [
        { key: 'name', label: 'Name', type: 'text' },
        { key: 'sum', label: 'Sum', type: 'integer' },
      ]
      await call.post('/api/models', { key: 'part', label: 'Parts', schema: { fields } })
      await call.post('/api/standard-models', { keys: ['catalogue_items', 'estimates', 'estimate_lines'] })
    }
    await a.call.post('/api/records/part', { name: 'Quokka of our own', sum: 1 })
  })
  afterAll(() => server.stop())

  it('holds nothing of a neighbour, who may write what they like: search, suggestions, counts, mails, refusals', async () => {
    const gathered = async () => {
      const { call } = a
      const answers = [
        await call.get('/api/search?text=quokka'),
        await call.post('/api/query', {
          queries: [
            { model: 'part', search: 'quokka', total: 'exact' },
            {
              model: 'part',
              aggregate: [
                { fn: 'sum', field: 'sum', as: 'x' },
                { fn: 'count', as: 'n' },
              ],
            },
            { model: 'part', group: ['name'] },
            { model: 'sys_member', total: 'exact' },
            { model: 'sys_event', aggregate: [{ fn: 'count', as: 'n' }] },
            { model: 'estimates', total: 'exact' },
            { model: 'sys_audit', total: 'exact' },
          ],
        }),
        await call.post('/api/commands/estimate.at-hand', {}),
        await call.get('/api/notifications'),
        await call.get('/api/bin?model=part'),
        await call.get('/api/changes?since=0'),
        await call.get('/api/records/part/CANARY-Bruns'),
        await call.get('/api/models/canary_bruns'),
        await call.get('/api/routes'),
      ]
      return answers.map(({ status, body }) => maskRequestId(JSON.stringify([status, body])))
    }
    const before = await gathered()
    expect(before[0]).toContain('Quokka of our own')
    for (let at = 0; at < 20; at++)
      await b.call.post('/api/records/part', { name: `Quokka CANARY-Bruns ${at}`, sum: 1000 })
    const gone = await b.call.post('/api/records/part', { name: 'Quokka CANARY-Bruns gone', sum: 5 })
    await b.call.delete(`/api/records/part/${gone.body.id}`)
    await b.call.post('/api/models', { key: 'canary_bruns', label: 'CANARY-Bruns' })
    await b.call.post('/api/records/estimates', { name: 'CANARY-Bruns' })
    await server.sql(
      `insert into app.notifications (tenant_id, id, user_id, subject, created_at) values ($1, gen_random_uuid(), $2, 'CANARY-Bruns', now() - interval '1 hour')`,
      [b.tenantId, b.person.userId],
    )
    await wait(300)
    const after = await gathered()
    expect(after).toEqual(before)
    for (const text of after.slice(0, 7)) expect(text).not.toContain('CANARY-Bruns')
    // One person in both: each mail is of one workspace.
    await server.sql(`insert into app.memberships (tenant_id, user_id, role) values ($1, $2, 'member')`, [
      b.tenantId,
      a.person.userId,
    ])
    await a.person.supabase.auth.updateUser({ data: { digest: 'daily', time_zone: 'UTC' } })
    const told = { [a.tenantId]: 'Of our own', [b.tenantId]: 'CANARY-Bruns for both' }
    for (const [tenantId, subject] of Object.entries(told))
      await server.sql(
        `insert into app.notifications (tenant_id, id, user_id, subject, created_at) values ($1, gen_random_uuid(), $2, $3, '2031-07-07T04:30:00Z')`,
        [tenantId, a.person.userId, subject],
      )
    const known = (await server.mailbox(a.person.email)).length
    await sendDigests(server.services, new Date('2031-07-07T09:00:00Z'))
    // The newest comes first.
    const all = await server.mailbox(a.person.email)
    const mails = all.slice(0, all.length - known).map((mail) => JSON.stringify(mail))
    expect(mails).toHaveLength(2)
    const [ofOurs, ofTheirs] = mails.toSorted(
      (one, other) => Number(one.includes('CANARY')) - Number(other.includes('CANARY')),
    )
    expect(ofOurs).toContain('Of our own')
    expect(ofOurs).not.toMatch(/CANARY|Bruns/)
    expect(ofTheirs).toContain('CANARY-Bruns for both')
    expect(ofTheirs).not.toMatch(/Of our own|Anker/)
  })
})
