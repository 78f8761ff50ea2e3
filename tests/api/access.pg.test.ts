import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contracts/api/all-endpoints.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import { allHandlers } from '#server/http/all-handlers.ts'
import { databaseChecksum } from '../support/database-checksum.ts'
import { makeFieldWorld, peopleOf, type FieldWorld } from '../support/field-world.ts'
import { installDefinitions } from '../support/install-definitions.ts'
import { api, type Api, type ApiAnswer, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let world: FieldWorld
let owner: Api
let admin: Person & { api: Api }
let member: Person & { api: Api }
let tech: Person & { api: Api }
const records: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  world = await makeFieldWorld(server)
  owner = world.owner.api
  admin = await peopleOf(server, world, 'admin')
  member = await peopleOf(server, world, 'member')
  await installDefinitions(server, world.tenant.id, world.owner.userId, [
    {
      kind: 'role',
      key: 'own_only',
      body: {
        label: 'Own only',
        grants: {
          m: {
            verbs: ['read', 'update'],
            rows: { field: 'created_by', op: 'eq', value: { '=': 'user.id' } },
          },
        },
        manage: [],
      },
    },
    // Who manages roles, but is on none of the lists.
    { kind: 'role', key: 'keeper', body: { label: 'Keeper', manage: ['roles'] } },
  ])
  tech = await peopleOf(server, world, 'own_only')
  for (const [index, who] of [owner, tech.api, owner].entries()) {
    const values = {
      name: `Item ${index}`,
      ...(who === owner ? { cost: '7.00', internal_notes: 'hush' } : {}),
    }
    const { status, body } = await (who === owner ? who : owner).post('/api/records/m', values)
    expect(status, JSON.stringify(body)).toBe(201)
    records.push(body.id)
  }
  await server.sql('update app.objects set created_by = $2 where id = $1', [records[1], tech.userId])
})
afterAll(() => server.stop())

const start = (who: Api, wish: object): Promise<ApiAnswer> => who.post('/api/preview', wish)
/** Calls as somebody who looks as another. */
async function looking(who: Person & { api: Api }, wish: object): Promise<Api> {
  const { status, body } = await start(who.api, wish)
  expect(status, JSON.stringify(body)).toBe(201)
  return withHeader(who, body.token)
}
function withHeader(who: Person, token: string): Api {
  const plain = api(who, world.tenant.id)
  const headers = { 'x-preview': token }
  return {
    get: (path) => plain.get(path, { headers }),
    post: (path, body) => plain.post(path, body, { headers }),
    put: (path, body) => plain.put(path, body, { headers }),
    patch: (path, body) => plain.patch(path, body, { headers }),
    delete: (path) => plain.delete(path, { headers }),
  }
}
const ask = async (who: Api, query: object): Promise<ApiAnswer['body']> => {
  const { body } = await who.post('/api/query', { queries: [query] })
  const [result] = body.results
  return result.error ? { error: { ...result.error, requestId: '-' } } : result
}

describe('looking at the workspace as somebody else', () => {
  it('answers what the role would be answered, by the same rules', async () => {
    const owns = world.owner
    const preview = await looking(owns, { role: 'member' })
    for (const query of [
      { model: 'm', sort: [{ field: 'name' }] },
      { model: 'm', where: { field: 'cost', op: 'gt', value: '1' } },
      { model: 'm', aggregate: [{ fn: 'sum', field: 'cost', as: 'x' }] },
      { model: 'sys_role' },
      { model: 'sys_member' },
    ])
      expect(await ask(preview, query), JSON.stringify(query)).toEqual(await ask(member.api, query))
    for (const path of [
      '/api/routes',
      '/api/models',
      '/api/models/m/description',
      '/api/members',
      '/api/roles',
    ])
      expect((await preview.get(path)).body, path).toEqual((await member.api.get(path)).body)
    expect((await preview.get('/api/permissions/fields')).status).toBe(403)
    const exported = await preview.get('/api/records/m/export?format=csv&query=%7B%7D')
    expect([exported.status, String(exported.body).includes('7.00')]).toEqual([200, false])
    const token = (await ask(owner, { model: 'm' })).rows[0].token
    const history = await preview.get(`/api/objects/${token}/full`)
    expect(JSON.stringify(history.body)).not.toMatch(/hush|internal_notes|cost/)
  })

  it('a person is looked as with their own rows', async () => {
    const as = await looking(admin, { user_id: tech.userId })
    const theirs = await ask(tech.api, { model: 'm', total: 'exact' })
    expect(theirs.rows.map(({ id }: { id: string }) => id)).toEqual([records[1]])
    const seen = await ask(as, { model: 'm', total: 'exact' })
    expect([seen.total, seen.rows.map(({ id }: { id: string }) => id)]).toEqual([1, [records[1]]])
    // A mere role is nobody in particular.
    expect((await ask(await looking(admin, { role: 'own_only' }), { model: 'm' })).rows).toEqual([])
  })

  it('shows nothing that the one who looks may not see', async () => {
    const keeper = await peopleOf(server, world, 'keeper')
    const started = await start(keeper.api, { role: 'owner' })
    expect([started.status, started.body.limited]).toEqual([201, true])
    const seen = await ask(withHeader(keeper, started.body.token), { model: 'm' })
    expect(seen.rows).toHaveLength(3)
    expect(JSON.stringify(seen)).not.toMatch(/hush|cost/)
    expect((await start(world.owner.api, { role: 'member' })).body.limited).toBe(false)
  })

  it('changes nothing: every call that is not reading is refused, and nothing happened', async () => {
    const { body } = await start(owner, { role: 'admin' })
    const preview = withHeader(world.owner, body.token)
    const before = await databaseChecksum(server)
    // Questions that are too long for an address are put by POST.
    const asked = new Set(
      allHandlers.filter(({ options }) => options.mode === 'read').map(({ endpoint }) => endpoint),
    )
    expect(asked.has(allEndpoints.askQueries)).toBe(true)
    for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints)) {
      const reads = endpoint.method === 'GET' || asked.has(endpoint)
      if (endpoint.access !== 'tenant' || reads || endpoint.path.startsWith('/api/dev')) continue
      const path = endpoint.path.replaceAll(/\{\w+\}/g, records[0] ?? '')
      const answer = await fetch(server.url + path + (endpoint.takes === 'bytes' ? '?name=a.csv' : ''), {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${world.owner.token}`,
          'x-tenant-id': world.tenant.id,
          'x-preview': body.token,
          'content-type': endpoint.takes === 'bytes' ? 'text/csv' : 'application/json',
        },
        ...(endpoint.body ? { body: '{}' } : endpoint.takes === 'bytes' ? { body: 'a\n1\n' } : {}),
      })
      const said = (await answer.json()) as { error: { code: string; message: string } }
      expect([name, answer.status, said.error.message]).toEqual([
        name,
        403,
        'Nothing can be changed in a preview.',
      ])
    }
    expect(await databaseChecksum(server)).toBe(before)
    expect((await preview.get('/api/routes')).status).toBe(200)
  })

  it('is for those who manage roles, theirs alone, and noted', async () => {
    for (const who of [member.api, tech.api]) expect((await start(who, { role: 'member' })).status).toBe(403)
    expect((await start(owner, { role: 'nobody' })).status).toBe(404)
    expect((await start(owner, { user_id: records[0] })).status).toBe(404)
    const { body } = await start(owner, { role: 'admin' })
    const ended = 'This preview has ended.'
    for (const [who, token] of [
      [member, body.token],
      [admin, body.token],
      [world.owner, `${body.token}x`],
      [world.owner, body.token.replace(/^./, 'A')],
      [world.owner, 'nonsense'],
    ] as const) {
      const refused = await withHeader(who, token).get('/api/routes')
      expect([refused.status, refused.body.error.message]).toEqual([403, ended])
    }
    const events = await server.sql<{ actor_id: string; after: object }>(
      "select actor_id, after from app.events where kind = 'preview_started' order by id desc limit 1",
    )
    expect(events).toEqual([{ actor_id: world.owner.userId, after: { role: 'admin' } }])
  })

  it('ends when the right to it ends', async () => {
    const other = await peopleOf(server, world, 'admin')
    const preview = await looking(other, { role: 'member' })
    expect((await preview.get('/api/routes')).status).toBe(200)
    await owner.put(`/api/members/${other.userId}`, { role: 'member' })
    expect((await preview.get('/api/routes')).status).toBe(403)
  })
})

describe('explaining access', () => {
  const explain = async (who: Api, wish: object): Promise<ApiAnswer> => who.post('/api/access/explain', wish)

  it('says which rule decides, for a role and for a person', async () => {
    const { status, body } = await explain(owner, { as: { role: 'member' }, model: 'm' })
    expect(status).toBe(200)
    expect(body.role).toEqual({ key: 'member', label: 'Member', built_in: true })
    const verb = (key: string) => body.model.verbs.find((one: { verb: string }) => one.verb === key)
    const field = (key: string) => body.model.fields.find((one: { key: string }) => one.key === key)
    expect(verb('read')).toEqual({ verb: 'read', allowed: true, rule: 'built_in' })
    expect(verb('delete')).toEqual({ verb: 'delete', allowed: false, rule: 'built_in' })
    expect(field('cost').read).toEqual({
      allowed: false,
      rule: 'not_listed',
      roles: ['owner', 'admin', 'seed_finance'],
    })
    expect(field('serial')).toMatchObject({ read: { rule: 'listed' }, write: { rule: 'not_listed' } })
    expect(field('name').write).toEqual({ allowed: true, rule: 'no_rule' })
    const person = await explain(admin.api, { as: { user_id: tech.userId }, model: 'm' })
    expect(person.body.person.id).toBe(tech.userId)
    expect(person.body.model.rows).toMatchObject({ rule: 'grant_model', where: { field: 'created_by' } })
  })

  it('says of a record whether the row rule admits it, and of a screen who may open it', async () => {
    const record = async (id: string | undefined, as: object) =>
      (await explain(owner, { as, model: 'm', record_id: id })).body.model.record
    expect(await record(records[1], { user_id: tech.userId })).toEqual({ visible: true, because: 'row_rule' })
    expect(await record(records[0], { user_id: tech.userId })).toEqual({
      visible: false,
      because: 'row_rule',
    })
    expect(await record(records[0], { role: 'member' })).toEqual({ visible: true, because: 'all_rows' })
    expect(await record(records[0], { role: 'customer' })).toEqual({ visible: false, because: 'no_verb' })
    expect(await record(world.tenant.id, { role: 'member' })).toEqual({ visible: false, because: 'absent' })
    const screen = async (route_path: string, role: string) =>
      (await explain(owner, { as: { role }, route_path })).body.screen
    expect(await screen('/settings/users', 'member')).toMatchObject({
      allowed: false,
      rule: 'not_listed',
      roles: ['owner', 'admin'],
    })
    expect(await screen('/dashboard', 'customer')).toMatchObject({ allowed: false, rule: 'not_customers' })
    expect(await screen('/settings/users', 'owner')).toMatchObject({ allowed: true, rule: 'owner' })
  })

  it('questions that are asked by POST take a key that writes are repeated with', async () => {
    const options = { headers: { 'idempotency-key': 'a-key' } }
    const answers = [
      await owner.post('/api/query', { queries: [{ model: 'm' }] }, options),
      await owner.post('/api/access/explain', { as: { role: 'member' } }, options),
      await owner.post('/api/route-access/check', { route_path: '/dashboard' }, options),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('is for those who manage roles', async () => {
    for (const who of [member.api, tech.api])
      expect((await explain(who, { as: { role: 'member' }, model: 'm' })).status).toBe(403)
    expect((await explain(owner, { as: { role: 'member' }, model: 'never' })).status).toBe(404)
    expect((await explain(owner, { as: { role: 'never' }, model: 'm' })).status).toBe(404)
  })
})
