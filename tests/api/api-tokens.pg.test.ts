import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contracts/api/all-endpoints.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import { newApiToken } from '#server/tokens/token-text.ts'
import { addPerson, api, makeWorkspace, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let member: Person
let tenant: TestTenant
let call: Api
let modelId: string

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Tokens'))
  member = await addPerson(owner, tenant, 'member')
  modelId = (
    await call.post('/api/models', {
      key: 'part',
      label: 'Parts',
      schema: {
        fields: [
          { key: 'name', label: 'Name', type: 'text' },
          { key: 'cost', label: 'Cost', type: 'money' },
        ],
      },
    })
  ).body.id
  await call.post('/api/roles', {
    key: 'reader',
    label: 'Reader',
    grants: { part: { verbs: ['read'] } },
  })
  await call.post('/api/roles', { key: 'buyer', label: 'Buyer' })
  await call.post('/api/permissions/fields/bulk', [
    { model_id: modelId, field_key: 'cost', read_roles: ['owner', 'admin', 'buyer'], write_roles: ['owner'] },
  ])
})
afterAll(() => server.stop())

interface Made {
  id: string
  token: string
}

const make = async (person: Person, wish: Record<string, unknown> = {}): Promise<Made> => {
  const { status, body } = await api(person, tenant.id).post('/api/records/sys_api_token', {
    name: 'Sync',
    valid_days: 30,
    ...wish,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as Made
}

/** Calls as a program, with nothing but its token. */
const program = ({ token }: { token: string }, tenantId?: string): Api =>
  api({ ...owner, token }, tenantId, server)

describe('a token', () => {
  it('is answered once, stored as a hash, listed without it', async () => {
    const again = { headers: { 'Idempotency-Key': 'make-a-token' } }
    const wish = { name: 'Once', valid_days: '90' }
    const made = await call.post('/api/records/sys_api_token', wish, again)
    expect(made.body.token).toMatch(/^fw_[0-9A-Za-z]{49}$/)
    expect(made.headers.get('cache-control')).toContain('no-store')
    const repeated = await call.post('/api/records/sys_api_token', wish, again)
    expect(repeated.body).toEqual({ ...made.body, token: undefined })
    const listed = await call.post('/api/query', { queries: [{ model: 'sys_api_token' }] })
    expect(JSON.stringify(listed.body)).not.toContain(made.body.token)
    const stored = await server.sql(
      `select to_jsonb(t)::text as row from app.api_tokens t union all select to_jsonb(t)::text from app.events t
       union all select to_jsonb(t)::text from app.idempotency_keys t union all select to_jsonb(t)::text from app.token_directory t`,
    )
    expect(stored.length).toBeGreaterThan(4)
    expect(JSON.stringify(stored)).not.toContain(made.body.token)
    expect(server.logs.join('\n')).not.toContain(made.body.token)
  })

  it('reads and writes as its person, and the history says by which token', async () => {
    const sync = await make(owner, { name: 'ERP sync' })
    const made = await program(sync).post('/api/records/part', { name: 'Bolt', cost: '2.50' })
    expect([made.status, made.body.cost]).toEqual([201, '2.5'])
    const { body } = await call.get(`/api/records/part/${made.body.id}/events`)
    expect(body.rows[0]).toMatchObject({ kind: 'created', via: 'ERP sync', actor: { id: owner.userId } })
    await call.patch(`/api/records/part/${made.body.id}`, { name: 'Screw' })
    const after = await call.get(`/api/records/part/${made.body.id}/events`)
    expect(after.body.rows.map((event: { via?: string }) => event.via)).toEqual([undefined, 'ERP sync'])
    // The person's undo takes back what they did themselves, never what the program did.
    const step = await call.get('/api/undo')
    await call.post('/api/undo', {})
    const undone = await call.get(`/api/records/part/${made.body.id}`)
    expect([step.status, undone.body.name]).toEqual([200, 'Bolt'])
    await expect
      .poll(async () => {
        const rows = await server.sql<{ used: boolean }>(
          'select last_used_at is not null as used from app.api_tokens where id = $1',
          [sync.id],
        )
        return rows[0]?.used
      })
      .toBe(true)
  })

  it('with a narrower role may what both may', async () => {
    const reader = await make(owner, { role: 'reader' })
    const rows = await program(reader).post('/api/query', { queries: [{ model: 'part' }] })
    expect(rows.body.results[0].rows[0]).not.toHaveProperty('cost')
    expect((await program(reader).post('/api/records/part', { name: 'No' })).status).toBe(403)
    expect((await program(reader).get('/api/models')).body.rows).toHaveLength(1)
  })

  it('cannot be given more than one has, nor for longer than a year, nor changed', async () => {
    const theirs = api(member, tenant.id)
    const ask = (wish: object) =>
      theirs.post('/api/records/sys_api_token', { name: 'x', valid_days: 1, ...wish })
    expect((await ask({ role: 'owner' })).status).toBe(403)
    expect((await ask({ role: 'admin' })).status).toBe(403)
    expect((await ask({ role: 'never' })).status).toBe(422)
    expect((await ask({ valid_days: 367 })).status).toBe(422)
    expect((await ask({ valid_days: undefined })).status).toBe(422)
    const mine = await make(member, { role: 'reader' })
    expect((await theirs.patch(`/api/records/sys_api_token/${mine.id}`, { name: 'y' })).status).toBe(403)
    const bulk = { create: [{ name: 'x', valid_days: 1 }] }
    expect((await theirs.post('/api/records/sys_api_token/bulk', bulk)).status).toBe(403)
  })

  it('belongs to its workspace: another is not there', async () => {
    const other = await makeWorkspace(owner, 'Another')
    const sync = await make(owner)
    expect((await program(sync, tenant.id).get('/api/models')).status).toBe(200)
    const foreign = await program(sync, other.id).get('/api/models')
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found'])
  })

  it('is refused when it is unknown, mistyped, run out or revoked; a try after the end is noted once', async () => {
    const sync = await make(owner, { name: 'Revoked one' })
    for (const token of [newApiToken(), `${sync.token.slice(0, -1)}_`, 'fw_', `${sync.token} x`])
      expect((await program({ token }).get('/api/models')).status, token).toBe(401)
    expect((await call.delete(`/api/records/sys_api_token/${sync.id}`)).status).toBe(204)
    expect((await program(sync).get('/api/models')).status).toBe(401)
    expect((await program(sync).post('/api/records/part', { name: 'No' })).status).toBe(401)
    const noted = await server.sql(
      "select kind from app.events where record_id = $1 and subject = 'api_token' order by id",
      [sync.id],
    )
    expect(noted.map(({ kind }) => kind)).toEqual(['created', 'revoked', 'refused'])
    const old = await make(owner)
    await server.sql("update app.api_tokens set expires_at = now() - interval '1 second' where id = $1", [
      old.id,
    ])
    expect((await program(old).get('/api/models')).status).toBe(401)
    // What is sent behind a door that stays shut sees no workspace.
    const doors = await server.sql(
      `select e.outcome, nullif(current_setting('app.tenant', true), '') as workspace
       from app.api_tokens k, lateral app.enter_token(k.token_hash, null, null, 'read') e where k.id = any($1)
       order by e.outcome`,
      [[sync.id, old.id]],
    )
    expect(doors).toEqual([
      { outcome: 'revoked', workspace: null },
      { outcome: 'unauthorized', workspace: null },
    ])
  })

  it('is seen and revoked by its person and by those who manage people, by nobody else', async () => {
    const other = await addPerson(owner, tenant, 'member')
    const theirs = await make(member, { name: 'Member’s' })
    const names = async (person: Person) =>
      (
        await api(person, tenant.id).post('/api/query', {
          queries: [{ model: 'sys_api_token', where: { field: 'name', op: 'eq', value: 'Member’s' } }],
        })
      ).body.results[0].rows.length
    expect([await names(owner), await names(member), await names(other)]).toEqual([1, 1, 0])
    const away = `/api/records/sys_api_token/${theirs.id}`
    expect((await api(other, tenant.id).delete(away)).status).toBe(404)
    expect((await program(theirs).get('/api/models')).status).toBe(200)
    expect((await call.delete(away)).status).toBe(204)
    expect((await program(theirs).get('/api/models')).status).toBe(401)
  })
})

describe('a token follows its person at once', () => {
  it('to a narrower role, whether it has their role or one given', async () => {
    const boss = await addPerson(owner, tenant, 'admin')
    const [own, given] = [await make(boss), await make(boss, { role: 'admin' })]
    const buyer = await make(boss, { role: 'buyer' })
    const cost = async (made: Made) =>
      'cost' in
      (await program(made).post('/api/query', { queries: [{ model: 'part' }] })).body.results[0].rows[0]
    expect([await cost(own), await cost(given), await cost(buyer)]).toEqual([true, true, true])
    const inForm = async (made: Made) =>
      'cost' in (await program(made).get('/api/models/part/form')).body.schema.properties
    expect([await inForm(given), await inForm(buyer)]).toEqual([true, true])
    await call.put(`/api/members/${boss.userId}`, { role: 'member' })
    expect([await cost(own), await cost(given), await cost(buyer)]).toEqual([false, false, false])
    expect([await inForm(given), await inForm(buyer)]).toEqual([false, false])
    expect((await program(given).post('/api/models', { key: 'no', label: 'No' })).status).toBe(403)
    await call.put(`/api/members/${boss.userId}`, { role: 'reader' })
    expect((await program(given).post('/api/records/part', { name: 'No' })).status).toBe(403)
  })

  it('[AU-08] [AU-20] out of the whole service: a ban stops it at once, and for as long as it lasts', async () => {
    const person = await addPerson(owner, tenant, 'member')
    const sync = await make(person)
    const status = async (): Promise<number> => (await program(sync).get('/api/models')).status
    expect(await status()).toBe(200)
    const until = (when: string) =>
      server.sql(`update auth.users set banned_until = ${when} where id = $1`, [person.userId])
    await until("now() + interval '1 hour'")
    expect(await status()).toBe(401)
    expect((await api(person, tenant.id).get('/api/models')).status).toBe(401)
    await until('null')
    expect(await status()).toBe(200)
    await server.sql('update auth.users set deleted_at = now() where id = $1', [person.userId])
    expect(await status()).toBe(401)
  })

  it('out of the workspace, for good', async () => {
    const guest = await addPerson(owner, tenant, 'member')
    const sync = await make(guest)
    await server.sql(
      'update app.memberships set suspended_at = now() where tenant_id = $1 and user_id = $2',
      [tenant.id, guest.userId],
    )
    expect((await program(sync).get('/api/models')).status).toBe(403)
    await server.sql('update app.memberships set suspended_at = null where tenant_id = $1 and user_id = $2', [
      tenant.id,
      guest.userId,
    ])
    expect((await program(sync).get('/api/models')).status).toBe(200)
    await call.delete(`/api/members/${guest.userId}`)
    expect((await program(sync).get('/api/models')).status).toBe(401)
    await server.sql("insert into app.memberships (tenant_id, user_id, role) values ($1, $2, 'member')", [
      tenant.id,
      guest.userId,
    ])
    expect((await program(sync).get('/api/models')).status).toBe(401)
  })
})

describe('what a token may not do', () => {
  it('every call: those of a workspace take it unless they hand out access; those beside any never do', async () => {
    const sync = await make(owner)
    const refused: string[] = []
    for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints)) {
      if (endpoint.access === 'public' || endpoint.path.startsWith('/api/dev/')) continue
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, '00000000-0000-4000-8000-000000000000')
      const answer = await fetch(server.url + path, {
        method: endpoint.method,
        headers: { Authorization: `Bearer ${sync.token}`, 'Content-Type': 'application/json' },
        ...(endpoint.method === 'GET' ? {} : { body: '{"never": true}' }),
      })
      const text = await answer.text()
      expect(answer.status, `${name} ${text}`).not.toBe(401)
      if (text.includes('API token may not')) refused.push(name)
      else expect(endpoint.access, name).toBe('tenant')
    }
    expect(refused.toSorted()).toEqual([
      'acceptInvite',
      'closeTenant',
      'createCalendarFeed',
      'createInvite',
      'createServiceAccount',
      'createServiceToken',
      'createTenant',
      'createWorkflow',
      'decideApproval',
      'deleteAvatar',
      'deleteWorkflow',
      'endMySession',
      'endOtherSessions',
      'exportTenant',
      'handOverTenant',
      'inviteMany',
      'listCalendarFeeds',
      'listClosedTenants',
      'listComponents',
      'listMySessions',
      'listTenants',
      'makeWorkflowHook',
      'makeWorkflowSecret',
      'readInvite',
      'readSubdomainAnswer',
      'readTenantStatus',
      'removeMember',
      'reopenTenant',
      'revokeCalendarFeed',
      'selectTenant',
      'shareObject',
      'startPreview',
      'syncProfile',
      'updateMember',
      'updateWorkflow',
      'withdrawInvite',
      'writeAvatar',
    ])
  })

  it('nor by way of the records of the system; and the platform does not know it', async () => {
    const sync = await make(owner)
    const own = program(sync)
    for (const [path, body] of [
      ['/api/records/sys_api_token', { name: 'More', valid_days: 1 }],
      ['/api/records/sys_invite', { email: 'a@example.test', role: 'owner' }],
    ] as const)
      expect((await own.post(path, body)).body.error.message).toContain('API token may not')
    expect((await own.patch(`/api/records/sys_member/${member.userId}`, { role: 'admin' })).status).toBe(403)
    expect((await own.delete(`/api/records/sys_api_token/${sync.id}`)).status).toBe(403)
    expect((await own.get('/auth/v1/user')).status).toBe(401)
  })

  it('[RL-02] ask more often than it may', async () => {
    const strict = await startTestServer({ DATABASE_URL: server.databaseUrl, RATE_LIMIT_FACTOR: '0.005' })
    const sync = await make(owner)
    const statuses: number[] = []
    for (let round = 0; round < 8; round++)
      statuses.push(
        (await fetch(`${strict.url}/api/models`, { headers: { Authorization: `Bearer ${sync.token}` } }))
          .status,
      )
    await strict.stop()
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  })
})
