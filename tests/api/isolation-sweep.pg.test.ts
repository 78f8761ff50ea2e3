import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allEndpoints } from '#contracts/api/all-endpoints.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import { allHandlers } from '#server/http/all-handlers.ts'
import { developmentHandlers } from '#server/http/development.ts'
import { callBodies } from '../support/call-bodies.ts'
import { databaseChecksum } from '../support/database-checksum.ts'
import { addPerson, api, makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let member: Person
let owner: Person
let mine: TestTenant
/** What the other workspace has, by the name a path gives it. */
let theirs: Record<string, string>

beforeAll(async () => {
  server = await startTestServer()
  owner = await signUp(server)
  mine = await makeWorkspace(owner, 'Mine')
  member = await addPerson(owner, mine, 'member')
  await api(owner, mine.id).post('/api/models', { key: 'shared_name', label: 'Mine' })

  const bob = await signUp(server)
  const other = await makeWorkspace(bob, 'Theirs', { subdomain: 'theirs' })
  const call = api(bob, other.id)
  const model = (await call.post('/api/models', { key: 'secret_model', label: 'Secret' })).body
  const object = (await call.post('/api/objects', { model_id: model.id, attributes: { note: 'canary-7f3' } }))
    .body
  const archetype = (await call.post('/api/archetypes', { name: 'Secret' })).body
  const role = (await call.post('/api/roles', { key: 'secret_role', label: 'Secret' })).body
  const invite = (await call.post('/api/invites', { email: 'secret@example.test' })).body
  const layout = {
    schema: 1,
    key: 'secret',
    title: 'Secret',
    nodes: { a: { component: 'text', props: { text: 'canary-7f3' } } },
    root: 'a',
  }
  await call.put('/api/drafts/layout/secret', { body: layout })
  const release = (await call.post('/api/releases', {})).body
  await call.put('/api/drafts/layout/secret', { body: layout })
  const file = (
    await call.post('/api/files?name=secret.txt', undefined, {
      bytes: 'canary-7f3',
      headers: { 'content-type': 'text/plain' },
    })
  ).body
  const form = (await call.get('/api/models/secret_model/form')).body
  const exported = (await call.post('/api/exports', { model: 'secret_model' })).body
  const scheduled = (
    await call.post('/api/schedules', {
      kind: 'export',
      name: 'Secret',
      plan: '0 3 * * *',
      model: 'secret_model',
    })
  ).body
  // What still runs would change the world while the sweep looks at it.
  await vi.waitFor(
    async () => expect((await call.get(`/api/exports/${exported.id}`)).body.status).toBe('done'),
    { timeout: 30_000, interval: 200 },
  )
  const staged = (
    await call.post('/api/imports?name=a.csv', undefined, {
      bytes: 'name\ncanary-7f3\n',
      headers: { 'content-type': 'text/csv' },
    })
  ).body
  await call.post('/api/workflows', {
    key: 'secret_flow',
    title: 'canary-7f3',
    trigger: { on: 'button' },
    steps: [{ id: 'ask', kind: 'approve', by: [{ role: 'owner' }], subject: 'canary-7f3' }],
  })
  const run = (await call.post('/api/workflows/secret_flow/runs', {})).body
  const approval = await vi.waitFor(
    async () => {
      const { rows } = (await call.get('/api/notifications')).body
      expect(rows).toHaveLength(1)
      return rows[0].approval.id as string
    },
    { timeout: 30_000, interval: 50 },
  )
  const shared = (await call.post(`/api/objects/${object.token}/share`, { fields: ['created_at'] })).body
  const fields = [{ key: 'due', label: 'Due', type: 'date' }]
  await call.post('/api/models', { key: 'dated', label: 'Dated', schema: { fields } })
  const dates = [{ model: 'dated', field: 'due' }]
  const calendar = (await call.post('/api/calendar-feeds', { dates })).body
  theirs = {
    calendar: calendar.id,
    share: shared.id,
    workflow: 'secret_flow',
    run: run.id,
    approval,
    tenant: other.id,
    model: model.id,
    modelKey: 'secret_model',
    object: object.id,
    token: object.token,
    archetype: archetype.id,
    role: role.id,
    invite: invite.id,
    release: release.id,
    layout: 'secret',
    user: bob.userId,
    file: file?.id ?? randomUUID(),
    import: staged?.id ?? randomUUID(),
    export: exported?.id ?? randomUUID(),
    schedule: scheduled?.id ?? randomUUID(),
    validator:
      String(form?.validator ?? '')
        .split('/')
        .at(-1) ?? '',
  }
})
afterAll(() => server.stop())

/** What stands for a parameter of a call: theirs, and one that never was. A new call must say so here. */
const values: Record<string, () => { theirs: string; absent: string }> = {
  'models.id': () => ({ theirs: theirs.model!, absent: randomUUID() }),
  'models.key': () => ({ theirs: theirs.modelKey!, absent: 'never_model' }),
  'objects.token': () => ({ theirs: theirs.token!, absent: 'x'.repeat(32) }),
  'records.model': () => ({ theirs: theirs.modelKey!, absent: 'never_model' }),
  'records.id': () => ({ theirs: theirs.object!, absent: randomUUID() }),
  'bin.model': () => ({ theirs: theirs.modelKey!, absent: 'never_model' }),
  'bin.id': () => ({ theirs: theirs.object!, absent: randomUUID() }),
  'archetypes.id': () => ({ theirs: theirs.archetype!, absent: randomUUID() }),
  'roles.id': () => ({ theirs: theirs.role!, absent: randomUUID() }),
  'invites.id': () => ({ theirs: theirs.invite!, absent: randomUUID() }),
  'invites.token': () => ({ theirs: 'y'.repeat(32), absent: 'x'.repeat(32) }),
  'members.userId': () => ({ theirs: theirs.user!, absent: randomUUID() }),
  'service-accounts.account': () => ({ theirs: theirs.user!, absent: randomUUID() }),
  'tenants.id': () => ({ theirs: theirs.tenant!, absent: randomUUID() }),
  'layouts.id': () => ({ theirs: theirs.layout!, absent: 'never' }),
  'routes.id': () => ({ theirs: randomUUID(), absent: randomUUID() }),
  'drafts.kind': () => ({ theirs: 'layout', absent: 'layout' }),
  'drafts.key': () => ({ theirs: theirs.layout!, absent: 'never' }),
  'releases.id': () => ({ theirs: theirs.release!, absent: randomUUID() }),
  'files.id': () => ({ theirs: theirs.file!, absent: randomUUID() }),
  'exports.id': () => ({ theirs: theirs.export!, absent: randomUUID() }),
  'schedules.id': () => ({ theirs: theirs.schedule!, absent: randomUUID() }),
  'imports.id': () => ({ theirs: theirs.import!, absent: randomUUID() }),
  'permissions.modelId': () => ({ theirs: theirs.model!, absent: randomUUID() }),
  'permissions.fieldKey': () => ({ theirs: 'note', absent: 'note' }),
  'shares.id': () => ({ theirs: theirs.share!, absent: randomUUID() }),
  'calendar-feeds.id': () => ({ theirs: theirs.calendar!, absent: randomUUID() }),
  'commands.name': () => ({ theirs: 'never.was', absent: 'never.is' }),
  'workflows.key': () => ({ theirs: theirs.workflow!, absent: 'never_flow' }),
  'workflows.id': () => ({ theirs: theirs.run!, absent: randomUUID() }),
  'approvals.id': () => ({ theirs: theirs.approval!, absent: randomUUID() }),
  'estimate-versions.id': () => ({ theirs: theirs.object!, absent: randomUUID() }),
  'validators.name': () => ({ theirs: `${'0'.repeat(64)}.js`, absent: `${'1'.repeat(64)}.js` }),
}

// These change the asker's own workspace when they succeed; a member may not, an owner may.
const ownerSucceeds = new Set([
  'startPreview',
  'createModel',
  'createArchetype',
  'createRole',
  'createInvite',
  'createRelease',
  'importConfiguration',
  'createWorkflow',
])

const mask = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/secret_model|never_model|\bsecret\b|\bnever\b/g, '<key>')

async function send(
  person: Person,
  name: string,
  endpoint: Endpoint,
  which: 'theirs' | 'absent',
  tenantId: string,
) {
  const area = endpoint.path.split('/')[2]!.replace('_', '')
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_part, parameter: string) => {
    const value = values[`${area}.${parameter}`]
    if (!value) throw new Error(`The sweep does not know ${area}.${parameter}: say what stands for it.`)
    return encodeURIComponent(value()[which])
  })
  const ids = {
    model: values['models.id']!()[which],
    key: values['models.key']!()[which],
    object: values['records.id']!()[which],
  }
  const body = endpoint.body ? callBodies[name]?.(ids) : undefined
  if (endpoint.body && body === undefined)
    throw new Error(`There is no body for ${name}: add one to call-bodies.ts.`)
  const asks =
    { readSubdomainAnswer: '?subdomain=theirs', searchEverywhere: '?text=canary-7f3' }[name] ?? '?name=a.csv'
  const needed = endpoint.search && !endpoint.search.safeParse({}).success ? asks : ''
  const answer = await fetch(server.url + path + needed, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-tenant-id': tenantId,
      ...(endpoint.takes === 'bytes'
        ? { 'content-type': 'text/csv' }
        : body === undefined
          ? {}
          : { 'content-type': 'application/json' }),
    },
    ...(endpoint.takes === 'bytes'
      ? { body: 'name\nx\n' }
      : body === undefined
        ? {}
        : { body: JSON.stringify(body) }),
  })
  const text = mask(await answer.text())
  // Times and loads of the server are others at every look.
  if (name !== 'readDiagnostics') return { status: answer.status, text }
  return {
    status: answer.status,
    text: text.replaceAll(/-?\d+(?:\.\d+)*|"(?:ok|waiting|failed|failing)"/g, '0'),
  }
}

const inWorkspace = Object.entries<Endpoint>(allEndpoints).filter(
  ([, { access, path }]) => access === 'tenant' && !path.startsWith('/api/dev/'),
)

describe('[TI-01] every call of the list', () => {
  it('[C-17] has exactly one handler', () => {
    const handled = [...allHandlers, ...developmentHandlers].map(({ endpoint }) => endpoint)
    expect(new Set(handled)).toEqual(new Set(Object.values(allEndpoints)))
    expect(handled).toHaveLength(Object.values(allEndpoints).length)
    const places = handled.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it('[C-17] stands in the OpenAPI document with its shape', async () => {
    const { body } = await api(null, undefined, server).get('/api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints)) {
      const described = body.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      expect(described?.operationId, name).toBe(name)
      expect(described.requestBody !== undefined, name).toBe(
        endpoint.body !== undefined || endpoint.takes === 'bytes',
      )
      const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      const inPath = described.parameters.filter((parameter: { in: string }) => parameter.in === 'path')
      expect(inPath.map((parameter: { name: string }) => parameter.name).sort(), name).toEqual(named.sort())
    }
  })

  it.each(inWorkspace)(
    '%s with what is another workspace’s answers as for what never was',
    async (name, endpoint) => {
      for (const person of [member, owner]) {
        const changesMine = person === owner && ownerSucceeds.has(name)
        const before = changesMine ? '' : await databaseChecksum(server)
        const absent = await send(person, name, endpoint, 'absent', mine.id)
        if (changesMine) continue
        const foreign = await send(person, name, endpoint, 'theirs', mine.id)
        expect(foreign).toEqual(absent)
        expect(foreign.text).not.toContain('canary-7f3')
        if (foreign.status >= 400) expect(await databaseChecksum(server)).toBe(before)
      }
    },
  )

  it.each(inWorkspace)(
    '[SD-01] %s with another workspace’s header is 404, as with one that never was',
    async (name, endpoint) => {
      const before = await databaseChecksum(server)
      const foreign = await send(member, name, endpoint, 'theirs', theirs.tenant!)
      expect(foreign.status).toBe(404)
      expect(foreign).toEqual(await send(member, name, endpoint, 'theirs', randomUUID()))
      expect(await databaseChecksum(server)).toBe(before)
    },
  )
})
