import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contracts/api/all-endpoints.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import { allCommands } from '#server/commands/all-commands.ts'
import { describeCommand } from '#server/commands/command.ts'
import { callBodies, commandBodies, leastOf } from '../support/call-bodies.ts'
import { join } from '../support/channels.ts'
import { databaseChecksum } from '../support/database-checksum.ts'
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
import type { TestServer } from '../support/start-test-server.ts'
import { maskRequestId } from '../support/mask-request-id.ts'

// What comes to the door without a right to be let in, over every call of the list.

let server: TestServer
let ann: Person
let tenant: TestTenant
let call: Api
let modelId: string
let object: { id: string; token: string }
/** The secret of an open link to that object. */
let secret: string

beforeAll(async () => {
  ;({ server, ann, tenant, owner: call } = await startPlace('Anker Bau', { subdomain: 'anker' }))
  const model = await call.post('/api/models', {
    key: 'site',
    label: 'Sites',
    schema: { fields: [{ key: 'name', label: 'Name', type: 'text' }] },
  })
  modelId = model.body.id
  object = (await call.post('/api/objects', { model_id: modelId, attributes: { name: 'House' } })).body
  const shared = await call.post(`/api/objects/${object.token}/share`, { fields: ['name'] })
  secret = shared.body.url.split('/p/')[1]
})
afterAll(() => server.stop())

const closed = Object.entries<Endpoint>(allEndpoints).filter(([, { access }]) => access !== 'public')
const writing = closed.filter(([, { method }]) => method !== 'GET')

/** The address of a call, with what stands in it when that is known. */
const pathOf = ({ path }: Endpoint): string =>
  path.replaceAll(/\{(\w+)\}/g, (_part, name: string) =>
    name === 'token' ? object.token : name === 'model' ? 'site' : name === 'id' ? object.id : randomUUID(),
  )

/** What a customer may call though nothing was opened to them: questions, and what is their own. */
const mayCustomers = ['markNotifications', 'askQueries', 'checkRouteAccess', 'uploadFile']
/** Calls whose body names what the asker may not see: answered as for what never was, and with these words. */
const likeNeverWas: Record<string, string> = {
  createObject: 'There is no such model.',
  createCalendarFeed: 'There is no such date.',
}
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .toSorted()

const ask = (
  endpoint: Endpoint,
  headers: Record<string, string>,
  body?: string | Buffer<ArrayBuffer>,
  search = '',
) =>
  fetch(server.url + pathOf(endpoint) + search, {
    method: endpoint.method,
    headers: { 'x-tenant-id': tenant.id, ...headers },
    ...(endpoint.method !== 'GET' && { body: body ?? '{}' }),
  })

describe('who is nobody', () => {
  it('[TI-11] [PT-04] [CS-02] every call that is not public refuses keys, links, cookies and addresses', async () => {
    const { anonKey } = (await api(null, undefined, server).get('/api/_meta')).body.supabase
    const json = { 'content-type': 'application/json' }
    const bearer = (token: string) => ({ ...json, authorization: `Bearer ${token}` })
    const ways: [string, Record<string, string>, string?][] = [
      ['nobody', json],
      ['the public key', { ...bearer(anonKey), apikey: anonKey }],
      ['a link as token', bearer(secret)],
      ['a record as token', bearer(object.token)],
      ['a link in headers', { ...json, 'x-share': secret, 'x-token': secret, apikey: secret }],
      ['a link as cookie', { ...json, cookie: `token=${secret}; share=${secret}` }],
      ['a sign-in as cookie', { ...json, cookie: `sb-access-token=${ann.token}; access_token=${ann.token}` }],
      ['a link in the address', json, `?token=${secret}`],
      ['a sign-in in the address', json, `?access_token=${ann.token}`],
    ]
    const before = await databaseChecksum(server)
    const letIn: string[] = []
    for (const [name, endpoint] of closed)
      for (const [way, headers, search] of ways) {
        const { status } = await ask(endpoint, headers, undefined, search)
        if (status !== 401) letIn.push(`${name}: ${way}: ${status}`)
      }
    expect(letIn).toEqual([])
    expect(await databaseChecksum(server)).toBe(before)
  }, 120_000)
})

describe('what one person was told', () => {
  it('[TI-05] is told to nobody else: no answer is kept, and none is said to be unchanged', async () => {
    const bob = await addPerson(ann, tenant, 'member')
    const carl = await signUp(server)
    const other = await makeWorkspace(carl, 'Carl')
    for (const path of ['/api/models', '/api/members', '/api/objects', `/api/objects/${object.token}/full`]) {
      const mine = await call.get(path)
      const tag = mine.headers.get('etag') ?? '*'
      for (const [who, tenantId] of [
        [ann, tenant.id],
        [bob, tenant.id],
        [carl, other.id],
        [carl, tenant.id],
        [null, tenant.id],
      ] as const) {
        const headers = {
          'if-none-match': tag,
          'if-modified-since': new Date(Date.now() + 1e6).toUTCString(),
        }
        const answer = await api(who, tenantId, server).get(path, { headers })
        expect([200, 401, 404], path).toContain(answer.status)
        expect(answer.headers.get('cache-control'), path).toBe('private, no-store')
        if (who === carl || who === null) expect(JSON.stringify(answer.body), path).not.toContain('House')
      }
    }
  })

  it('[TI-08] a key of a repeated write is its person’s alone, in one workspace too', async () => {
    const admin = await addPerson(ann, tenant, 'admin')
    const headers = { 'idempotency-key': 'same-key' }
    const first = await call.post('/api/archetypes', { name: 'Wall' }, { headers })
    const second = await api(admin, tenant.id).post('/api/archetypes', { name: 'Wall' }, { headers })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect(second.body.id).not.toBe(first.body.id)
  })
})

describe('[CS-02] what a form of another page can send', () => {
  it('is no body of ours, whoever is signed in: only JSON is, and the method is the one that was used', async () => {
    const headers = { authorization: `Bearer ${ann.token}` }
    const before = await databaseChecksum(server)
    const taken: string[] = []
    for (const [name, endpoint] of writing.filter(([, { body }]) => body !== undefined))
      for (const type of [
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
      ]) {
        const { status } = await ask(endpoint, { ...headers, 'content-type': type }, '{"name":"Mine"}')
        if (status !== 415) taken.push(`${name}: ${type}: ${status}`)
      }
    expect(taken).toEqual([])
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const answer = await call.get(`/api/objects/${object.token}?_method=DELETE`, {
        headers: { [header]: 'DELETE' },
      })
      expect([200, 422]).toContain(answer.status)
      await fetch(`${server.url}/api/objects/${object.token}`, {
        method: 'POST',
        headers: { ...headers, 'x-tenant-id': tenant.id, [header]: 'DELETE' },
      }).then(({ status }) => expect(status).toBe(404))
    }
    expect(await databaseChecksum(server)).toBe(before)
  })
})

describe('[CS-04] cookies that another page of the domain has set', () => {
  it('are nothing to us: answers are the same, and none of them sets one', async () => {
    const names = [
      'token',
      'sb-access-token',
      'session',
      '__Host-formwork-sign-in',
      'formwork-sign-in',
      'X-Tenant-Id',
    ]
    const cookie = names.map((name) => `${name}=${ann.token}`).join('; ')
    const other = await signUp(server)
    for (const path of [
      '/api/models',
      '/api/tenants',
      '/api/auth/tenant-status',
      '/auth/v1/user',
      '/storage/v1/bucket',
    ]) {
      const answers = await Promise.all(
        ['', cookie, `${cookie}; tenant=${tenant.id}; theme=x`].map((sent) =>
          fetch(server.url + path, {
            headers: {
              authorization: `Bearer ${other.token}`,
              apikey: server.services.hostedService().anonKey,
              ...(sent !== '' && { cookie: sent }),
            },
          }),
        ),
      )
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      const masked = texts.map(maskRequestId)
      expect(new Set(masked).size, path).toBe(1)
      expect(new Set(answers.map(({ status }) => status)).size, path).toBe(1)
      for (const { headers } of answers) expect(headers.getSetCookie(), path).toEqual([])
    }
  })
})

describe('[AT-01] a refusal leaves nothing', () => {
  it('no row, no file, no mail, no word to anybody: every call that writes, by who may not', async () => {
    const customer = await addPerson(ann, tenant, 'customer')
    // There is something of every kind, so that nothing but the right is missing.
    const made = async (path: string, body: unknown): Promise<string> => {
      const answer = await call.post(path, body)
      expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(201)
      return String(answer.body.id)
    }
    const layout = { schema: 1, key: 'front', title: 'Front', root: 'a' }
    const nodes = { a: { component: 'text', props: { text: 'Front' } } }
    const front = { body: { ...layout, nodes } }
    expect((await call.put('/api/drafts/layout/front', front)).status).toBe(200)
    const release = await made('/api/releases', {})
    expect((await call.put('/api/drafts/layout/front', front)).status).toBe(200)
    const steps = [{ id: 'ask', kind: 'approve', by: [{ role: 'owner' }], subject: 'Go on?' }]
    await made('/api/workflows', { key: 'flow', title: 'Flow', trigger: { on: 'button' }, steps })
    const things: Record<string, string> = {
      'models.id': modelId,
      'models.key': 'site',
      'permissions.modelId': modelId,
      'permissions.fieldKey': 'name',
      'tenants.id': tenant.id,
      'members.userId': (await addPerson(ann, tenant, 'member')).userId,
      'archetypes.id': await made('/api/archetypes', { name: 'Roof' }),
      'roles.id': await made('/api/roles', { key: 'painter', label: 'Painter' }),
      'invites.id': await made('/api/invites', { email: 'somebody@example.test', role: 'member' }),
      'routes.id': await made('/api/routes', { path: '/front', layout: 'front', title: 'Front' }),
      'schedules.id': await made('/api/schedules', {
        kind: 'export',
        name: 'Nightly',
        plan: '0 3 * * *',
        model: 'site',
      }),
      'releases.id': release,
      'drafts.kind': 'layout',
      'drafts.key': 'front',
      'layouts.id': 'front',
      'workflows.key': 'flow',
    }
    const heard = await join(ann, `workspace:${tenant.id}`)
    expect(heard.states).toEqual(['SUBSCRIBED'])
    const world = async () => ({
      rows: await databaseChecksum(server),
      files: filesBelow(server.dataDir),
      mails: (await server.sql('select count(*)::int as n from app_private.mailbox'))[0],
      said: heard.said.length,
    })
    // What was done before this is told by now.
    await databaseChecksum(server)
    await wait(300)
    const before = await world()
    const ids = { model: modelId, key: 'site', object: object.id }
    const headersOf = (type: string): Record<string, string> => ({
      authorization: `Bearer ${customer.token}`,
      'content-type': type,
      'idempotency-key': randomUUID(),
    })
    const wrong: string[] = []
    const expectRefused = async (name: string, answer: Response): Promise<void> => {
      const said = await answer.text()
      const allowed = likeNeverWas[name]
      if (allowed ? answer.status === 422 && said.includes(allowed) : [403, 404].includes(answer.status))
        return
      wrong.push(`${name}: ${answer.status} ${said}`)
    }
    for (const [name, endpoint] of writing.filter(
      ([one, { access }]) => access === 'tenant' && !mayCustomers.includes(one),
    )) {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (part, parameter: string) => {
        const area = endpoint.path.split('/')[2] ?? ''
        return things[`${area}.${parameter}`] ?? part
      })
      const real = { ...endpoint, path }
      if (endpoint.takes === 'bytes') {
        const isLogo = name === 'writeLogo'
        const headers = headersOf(isLogo ? 'image/png' : 'text/csv')
        await expectRefused(
          name,
          await ask(real, headers, isLogo ? pixel : 'name\nx\n', isLogo ? '' : '?name=a.csv'),
        )
        continue
      }
      const body = callBodies[name]?.(ids)
      if (endpoint.body && body === undefined) wrong.push(`${name}: no body`)
      await expectRefused(name, await ask(real, headersOf('application/json'), JSON.stringify(body ?? {})))
    }
    for (const { name, input } of allCommands.map(describeCommand)) {
      const path = `/api/commands/${name}`
      const body = JSON.stringify(commandBodies[name]?.(object.id) ?? leastOf(input, object.id))
      const headers = { ...headersOf('application/json'), 'x-tenant-id': tenant.id }
      await expectRefused(name, await fetch(server.url + path, { method: 'POST', headers, body }))
    }
    expect(wrong).toEqual([])
    expect(await world()).toEqual(before)
    await ann.supabase.realtime.disconnect()
  }, 120_000)

  it('and whatever happens is seen by the sum that says so', async () => {
    const before = await databaseChecksum(server)
    const tables = await server.sql<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.columns
       where table_schema = 'app' and column_name = 'created_at' and table_name in ('objects', 'memberships', 'events', 'invites', 'shares', 'audit')
         and (table_schema, table_name) in (select schemaname, tablename from pg_tables) order by 1`,
    )
    expect(tables.length).toBeGreaterThan(2)
    await call.patch(`/api/records/site/${object.id}`, { name: 'House' })
    expect(await databaseChecksum(server)).toBe(before)
    await call.patch(`/api/records/site/${object.id}`, { name: 'Other house' })
    expect(await databaseChecksum(server)).not.toBe(before)
    await call.patch(`/api/records/site/${object.id}`, { name: 'House' })
  })
})

describe('[AT-04] what is secret', () => {
  it('is in no line of the log, wherever in a thousand requests it stood', async () => {
    const secret = `canary-${randomUUID()}`
    const { anonKey } = server.services.hostedService()
    const places: [Record<string, string>, string, string][] = [
      [{ authorization: `Bearer ${secret}`, apikey: secret, 'x-secret': secret }, '', '{}'],
      [{ cookie: `session=${secret}`, 'x-tenant-id': secret }, '', '{}'],
      [{ authorization: `Bearer ${ann.token}` }, `?token=${secret}&password=${secret}`, '{}'],
      [{ authorization: `Bearer ${ann.token}` }, '', `{"password":"${secret}","token":"${secret}"}`],
      [{ authorization: `Bearer ${ann.token}` }, '', `{"password":"${secret}`],
    ]
    let sent = 0
    for (const [, endpoint] of Object.entries<Endpoint>(allEndpoints))
      for (const [headers, search, body] of places) {
        await ask(endpoint, { 'content-type': 'application/json', ...headers }, body, search)
        sent += 1
      }
    for (const path of ['/token?grant_type=password', '/signup', '/verify', '/recover', '/otp', '/user'])
      for (const [headers, , body] of places) {
        await fetch(`${server.url}/auth/v1${path}`, {
          method: path === '/user' ? 'PUT' : 'POST',
          headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
          body,
        })
        sent += 1
      }
    for (const path of [
      `/p/${secret}`,
      `/invite/${secret}`,
      `/api/invites/${secret}/view`,
      `/api/workflow-hooks/${secret}`,
      `/api/public/objects/${secret}`,
      `/api/calendars/${secret}/dates.ics`,
      `/api/models?key=${secret}`,
      `/auth/v1/verify?token=${secret}&type=signup`,
    ]) {
      await fetch(server.url + path, { redirect: 'manual' })
      sent += 1
    }
    expect(sent).toBeGreaterThan(900)
    const log = server.logs.join('\n')
    expect(log).toContain('/api/invites/…/view')
    expect(log).not.toContain(secret)
    expect(log).not.toContain(ann.token)
    expect(log).not.toContain(ann.token.split('.')[2])
  }, 240_000)
})

describe('[CS-01] other origins', () => {
  it('get neither an answer to read nor leave to ask, with credentials or without', async () => {
    const own = new URL(server.url)
    for (const origin of [
      'https://evil.test',
      'null',
      `http://${own.hostname}.evil.test:${own.port}`,
      'http://anker.example.test',
      'http://evil.test@127.0.0.1',
      'http://localhost.evil.test',
    ])
      for (const path of ['/api/models', '/api/health', '/functions/v1/recipe.explain']) {
        const answer = await call.get(path, { headers: { origin, cookie: 'a=b' } })
        expect(answer.headers.get('access-control-allow-origin'), `${origin} ${path}`).toBeNull()
        expect(answer.headers.get('access-control-allow-credentials'), `${origin} ${path}`).toBeNull()
        const asked = {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization',
        }
        const preflight = await fetch(server.url + path, { method: 'OPTIONS', headers: asked })
        expect([preflight.status, preflight.headers.get('access-control-allow-origin')], origin).toEqual([
          403,
          null,
        ])
        expect(preflight.headers.get('vary')?.toLowerCase()).toContain('origin')
      }
  })
})

/** What a server answers to a request line as it is written, dots, slashes and all. */
const raw = (line: string, token: string, tenantId: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const headers = [
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${token}`,
      ...(tenantId ? [`X-Tenant-Id: ${tenantId}`] : []),
      'Connection: close',
    ]
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (part: Buffer) => (text += part.toString()))
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })

describe('[ID-05] an address has one spelling', () => {
  it('any other leads nowhere, or through the same door', async () => {
    const place = `/api/records/site/${object.id}`
    const spellings = [
      `/${place}`,
      `/api//records/site/${object.id}`,
      `/api/./records/site/${object.id}`,
      `/api/records/never/../site/${object.id}`,
      `/API/records/site/${object.id}`,
      `/api/records/SITE/${object.id}`,
      `${place}/`,
      `/api%2frecords/site/${object.id}`,
      `/api/records%2fsite%2f${object.id}`,
      `/api/records/site/%2e%2e/site/${object.id}`,
      `${place};x=1`,
      `${place}%00`,
      `/%e4%bd%a0/..${place}`,
      `/api/records/s%69te/${object.id}`,
      `/functions/v1/..%2frecords%2fsite%2f${object.id}`,
      `/p/../api/records/site/${object.id}`,
    ]
    expect(await raw(`GET ${place}`, ann.token, tenant.id)).toContain('House')
    const stranger = await signUp(server)
    await makeWorkspace(stranger, 'Elsewhere')
    const before = await databaseChecksum(server)
    for (const spelling of [place, ...spellings])
      for (const tenantId of [tenant.id, ''])
        for (const method of ['GET', 'DELETE', 'HEAD']) {
          const told = await raw(`${method} ${spelling}`, stranger.token, tenantId)
          expect(told, `${method} ${spelling}`).not.toContain('House')
          expect(told, `${method} ${spelling}`).not.toMatch(/^HTTP\/1\.1 (5|204)/)
        }
    for (const name of ['..%2fmodels', '%2e%2e%2fmodels', 'x%2f..%2f..%2fmodels', '..'])
      expect((await call.post(`/functions/v1/${name}`, { key: 'made', label: 'Made' })).status, name).toBe(
        404,
      )
    expect(await databaseChecksum(server)).toBe(before)
  })
})
