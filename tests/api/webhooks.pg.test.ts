import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookMessage } from '#contracts/webhook.ts'
import {
  addPerson,
  api,
  makeSupabase,
  makeWorkspace,
  signUp,
  type Api,
  type ApiAnswer,
  type Person,
  type TestTenant,
} from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

interface Heard {
  path: string
  id: string
  timestamp: string
  signature: string
  body: string
  headers: IncomingHttpHeaders
  message: WebhookMessage
}

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api
let listener: Server
let heard: Heard[]
let answer: (path: string) => number
/** Where it sends those who follow. */
let location: string
/** What the listener waits for before it answers. */
let hold: () => Promise<unknown>
let address: string
let modelId: string

beforeAll(async () => {
  listener = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const header = (name: string): string => String(request.headers[name])
      const path = request.url ?? ''
      const { id, timestamp, signature } = {
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
      }
      heard.push({
        path,
        id,
        timestamp,
        signature,
        body,
        headers: request.headers,
        message: JSON.parse(body),
      })
      const status = answer(path)
      void hold().then(() => {
        response.writeHead(status, { Location: location })
        response.end('Thank you')
      })
    })
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const at = listener.address()
  address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
  server = await startTestServer({ WEBHOOKS_TO_INNER_ADDRESSES: '1' })
  owner = await signUp(server)
  tenant = await makeWorkspace(owner, 'Hooked')
  call = api(owner, tenant.id)
  const fields = [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'city', label: 'City', type: 'text' },
    { key: 'cost', label: 'Cost', type: 'money' },
  ]
  modelId = (await call.post('/api/models', { key: 'part', label: 'Parts', schema: { fields } })).body.id
  await call.post('/api/models', { key: 'other', label: 'Others', schema: { fields } })
})
beforeEach(() => {
  heard = []
  answer = () => 200
  location = `${address}/elsewhere`
  hold = () => Promise.resolve()
})
afterAll(async () => {
  await server.stop()
  listener.closeAllConnections()
  await new Promise((done) => listener.close(done))
})

let count = 0
const hook = async (wish: Record<string, unknown> = {}, who: Api = call) => {
  const path = `/hook-${++count}`
  const { status, body } = await who.post('/api/records/sys_webhook', {
    name: `Hook ${count}`,
    url: `${address}${path}`,
    models: ['part'],
    ...wish,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const mine = (): Heard[] => heard.filter((one) => one.path === path)
  const types = (): string[] => mine().map(({ message }) => message.type)
  return { id: String(body.id), secret: String(body.secret), mine, types, body }
}
const make = async (values: Record<string, unknown>, model = 'part'): Promise<string> =>
  (await call.post(`/api/records/${model}`, values)).body.id
const until = (check: () => unknown) => expect.poll(check, { timeout: 15_000, interval: 50 })

describe('a webhook', () => {
  it('tells of changes in their order, signed, with the record as it may be read; its secret is shown once', async () => {
    const one = await hook()
    expect(one.secret).toMatch(/^whsec_/)
    const listed = await call.post('/api/query', { queries: [{ model: 'sys_webhook' }] })
    expect(JSON.stringify(listed.body)).not.toContain(one.secret)
    const id = await make({ name: 'Bolt', cost: '2.5' })
    await make({ name: 'Elsewhere' }, 'other')
    await call.patch(`/api/records/part/${id}`, { name: 'Screw' })
    await call.delete(`/api/records/part/${id}`)
    await until(one.types).toEqual(['record.created', 'record.updated', 'record.deleted'])
    const [created, updated, deleted] = one.mine()
    for (const { id: messageId, timestamp, signature, body } of one.mine()) {
      const key = Buffer.from(one.secret.slice(6), 'base64')
      const sign = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')
      expect(signature).toBe(`v1,${sign}`)
      expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60)
    }
    expect(new Set(one.mine().map((each) => each.id)).size).toBe(3)
    expect(created?.message.data).toMatchObject({ model: 'part', id, by: owner.userId })
    expect(updated?.message.data).toMatchObject({ fields: ['name'] })
    expect(deleted?.message.data).toMatchObject({ id, record: null })
    const log = async () =>
      (
        await call.get(
          '/api/records/sys_webhook_delivery?sort=id&fields=kind,status,http_status,answer,attempts',
        )
      ).body.rows.slice(-3)
    const fine = { status: 'delivered', http_status: 200, answer: 'Thank you', attempts: 1 }
    await until(log).toMatchObject(['created', 'updated', 'deleted'].map((kind) => ({ kind, ...fine })))
  })

  it('tells only of the kinds and records that were asked for', async () => {
    const one = await hook({ kinds: ['created'], filter: { field: 'city', op: 'eq', value: 'Bonn' } })
    await make({ name: 'A', city: 'Ulm' })
    const id = await make({ name: 'B', city: 'Bonn' })
    await call.patch(`/api/records/part/${id}`, { name: 'C' })
    await make({ name: 'D', city: 'Bonn' })
    await until(() => one.mine().length).toBe(2)
    expect(one.mine().map(({ message }) => message.data.record?.['city'])).toEqual(['Bonn', 'Bonn'])
  })

  it('tells what its owner may see now: fields, rows and whole models', async () => {
    const admin = await addPerson(owner, tenant, 'admin')
    const one = await hook({}, api(admin, tenant.id))
    await make({ name: 'Open', cost: '1' })
    await until(() => one.mine().length).toBe(1)
    expect(one.mine()[0]?.message.data.record).toHaveProperty('cost')
    await call.post('/api/permissions/fields/bulk', [
      { model_id: modelId, field_key: 'cost', read_roles: ['owner'], write_roles: ['owner'] },
    ])
    const id = await make({ name: 'Hidden', cost: '7' })
    await until(() => one.mine().length).toBe(2)
    expect(one.mine()[1]?.body).not.toContain('cost')
    await call.patch(`/api/records/part/${id}`, { cost: '8' })
    await call.post('/api/roles', {
      key: 'bonn',
      label: 'Bonn',
      manage: ['workspace'],
      grants: { part: { verbs: ['read'], rows: { field: 'city', op: 'eq', value: 'Bonn' } } },
    })
    await call.put(`/api/members/${admin.userId}`, { role: 'bonn' })
    await make({ name: 'Ulm', city: 'Ulm' })
    await make({ name: 'Bonn', city: 'Bonn' })
    await until(() => one.mine().at(-1)?.message.data.record?.['name']).toBe('Bonn')
    expect(one.mine()).toHaveLength(3)
    await call.delete(`/api/members/${admin.userId}`)
    await make({ name: 'After', city: 'Bonn' })
    const status = async () => (await call.get(`/api/records/sys_webhook?sort=-created_at`)).body.rows
    await until(async () => (await status()).find((row: { id: string }) => row.id === one.id)?.status).toBe(
      'stopped',
    )
    // In parts, so that each reader of the history is told why in their own language.
    const [event] = await server.sql(
      `select after from app.events where subject = 'webhook' and kind = 'stopped' and record_id = $1`,
      [one.id],
    )
    expect(event).toMatchObject({
      after: { reasons: [{ message: 'Its owner is no longer in the workspace.' }] },
    })
    expect(one.mine()).toHaveLength(3)
    await call.delete(`/api/permissions/fields/${modelId}/cost`)
  })

  it('tries again with the same id; others of the record wait, those of other records do not', async () => {
    answer = () => 500
    const one = await hook()
    const id = await make({ name: 'First' })
    await until(() => one.mine().length).toBe(1)
    await call.patch(`/api/records/part/${id}`, { name: 'Second' })
    await make({ name: 'Other' })
    await until(() => one.mine().length).toBe(2)
    expect(one.mine()[1]?.message.data.record?.['name']).toBe('Other')
    const failing = await call.get(`/api/records/sys_webhook?sort=-created_at&size=1`)
    expect(failing.body.rows[0]).toMatchObject({ id: one.id, status: 'failing' })
    answer = () => 200
    await server.sql("update app.webhook_deliveries set next_at = now() where status = 'waiting'")
    await server.sql('update app_private.webhook_due set due_at = now()')
    await until(() => one.types().length).toBe(5)
    const ids = one.mine().map((each) => each.id)
    expect(new Set(ids).size).toBe(3)
    const first = one.mine().filter((each) => each.message.data.id === id)
    expect(first.map(({ message }) => message.type)).toEqual([
      'record.created',
      'record.created',
      'record.updated',
    ])
    expect(first[0]?.id).toBe(first[1]?.id)
    expect(first[0]?.message.data.record?.['name']).toBe('First')
    expect(first[1]?.message.data.record?.['name']).toBe('Second')
  })

  it('[SS-02] follows no redirect of any kind, to no scheme, with nothing of its own', async () => {
    const one = await hook()
    const statuses = [301, 302, 303, 307, 308]
    for (const [at, status] of statuses.entries()) {
      answer = (path) => (path.startsWith('/elsewhere') ? 200 : status)
      location =
        at % 2 ? 'http://169.254.169.254/latest/' : at === 4 ? 'file:///etc/passwd' : `${address}/elsewhere`
      await make({ name: `Away ${status}` })
      await until(() => one.mine().length).toBe(at + 1)
    }
    const noted = async () =>
      (
        await server.sql<{ http_status: number }>(
          'select http_status from app.webhook_deliveries where webhook_id = $1 order by id',
          [one.id],
        )
      ).map(({ http_status }) => http_status)
    await until(noted).toEqual(statuses)
    expect(heard.some(({ path }) => path === '/elsewhere')).toBe(false)
    await call.delete(`/api/records/sys_webhook/${one.id}`)
  })

  it('[SS-07] sends its own headers and no others: none is anybody’s to set', async () => {
    const one = await hook()
    await make({ name: 'Plain\r\nHost: evil.test' })
    await until(() => one.mine().length).toBe(1)
    const host = new URL(address).host
    expect(one.mine()[0]?.headers).toMatchObject({ host, 'content-type': 'application/json' })
    expect(Object.keys(one.mine()[0]?.headers ?? {}).toSorted()).toEqual(
      'connection content-length content-type host user-agent webhook-id webhook-signature webhook-timestamp'.split(
        ' ',
      ),
    )
    for (const more of [
      { headers: { Host: 'evil.test' } },
      { authorization: 'Bearer x' },
      { url: `http://u:p@127.0.0.1:${new URL(address).port}/x` },
    ]) {
      const wish = { name: 'x', url: `${address}/x`, models: ['part'], ...more }
      const refused = await call.post('/api/records/sys_webhook', wish)
      expect([400, 403, 422], JSON.stringify(more)).toContain(refused.status)
    }
    await call.delete(`/api/records/sys_webhook/${one.id}`)
  })

  it('stops when its address is gone, and says so in the language of its owner', async () => {
    await owner.supabase.auth.updateUser({ data: { language: 'de' } })
    answer = () => 410
    const one = await hook()
    await make({ name: 'Gone' })
    const stored = async () =>
      (await server.sql('select active, trouble from app.webhooks where id = $1', [one.id]))[0]
    await until(stored).toMatchObject({ active: false, trouble: expect.stringContaining('410') })
    const told = await call.get('/api/records/sys_webhook?sort=-created_at&size=1')
    expect(told.body.rows[0].reasons).toEqual([{ message: expect.stringContaining('410') }])
    const [mail] = await server.mailbox(owner.email)
    expect(mail?.subject).toMatch(/^Der Webhook „.+“ wurde ausgeschaltet$/)
    expect(mail?.text).toContain('dass es sie nicht mehr gibt (410)')
    await owner.supabase.auth.updateUser({ data: { language: 'en' } })
    await call.delete(`/api/records/sys_webhook/${one.id}`)
  })

  it('says why a delivery did not get there apart from what an address answered, each reader in their language', async () => {
    const one = await hook({ url: 'http://127.0.0.1:9/closed' })
    const test = await call.post('/api/records/sys_webhook_delivery', { webhook_id: one.id })
    const delivery = async () =>
      (await call.get('/api/records/sys_webhook_delivery?sort=-created_at&size=1')).body.rows[0]
    expect(test.status).toBe(201)
    await until(delivery).toMatchObject({
      status: 'failed',
      answer: null,
      reasons: [
        {
          text: 'The connection failed: {{reason}}',
          values: { reason: expect.stringContaining('ECONNREFUSED') },
        },
      ],
    })
    await call.delete(`/api/records/sys_webhook/${one.id}`)
  })

  it('is tried by hand, told again by hand, and goes on where it stopped', async () => {
    const one = await hook()
    const test = await call.post('/api/records/sys_webhook_delivery', { webhook_id: one.id })
    expect(test.status).toBe(201)
    await until(one.types).toEqual(['webhook.test'])
    const again = await call.patch(`/api/records/sys_webhook_delivery/${test.body.id}`, { status: 'waiting' })
    expect(again.status).toBe(200)
    await until(() => one.mine().length).toBe(2)
    expect(one.mine()[0]?.id).toBe(one.mine()[1]?.id)
    await call.patch(`/api/records/sys_webhook/${one.id}`, { active: false })
    await make({ name: 'Meanwhile' })
    await call.patch(`/api/records/sys_webhook/${one.id}`, { active: true })
    await until(() => one.mine().at(-1)?.message.data.record?.['name']).toBe('Meanwhile')
    expect((await call.delete(`/api/records/sys_webhook/${one.id}`)).status).toBe(204)
  })

  it('is told again when that is asked for while it is on its way', async () => {
    const one = await hook()
    let repeated: Promise<ApiAnswer> | null = null
    const again = async (): Promise<ApiAnswer> =>
      call.patch(`/api/records/sys_webhook_delivery/${(await made).body.id}`, { status: 'waiting' })
    hold = () => (repeated ??= again())
    const made = call.post('/api/records/sys_webhook_delivery', { webhook_id: one.id })
    await until(() => one.mine().length).toBe(2)
    await call.delete(`/api/records/sys_webhook/${one.id}`)
  })

  it('loses nothing when servers come and go, and two of them tell each change once', async () => {
    await server.sql('update app.webhooks set active = false')
    const one = await hook()
    const second = await startTestServer({
      DATABASE_URL: server.databaseUrl,
      WEBHOOKS_TO_INNER_ADDRESSES: '1',
    })
    const { token } = (await call.post('/api/records/sys_api_token', { name: 'Both', valid_days: 1 })).body
    const names = Array.from({ length: 40 }, (_, at) => `Part ${at}`)
    await Promise.all(
      names.map((name, at) =>
        api({ ...owner, token, server: at % 2 ? second : server }).post('/api/records/part', { name }),
      ),
    )
    await second.stop()
    await until(() => one.mine().length).toBe(40)
    await new Promise((done) => setTimeout(done, 500))
    expect(
      one
        .mine()
        .map(({ message }) => message.data.record?.['name'])
        .toSorted(),
    ).toEqual(names.toSorted())
    // What a dead process had taken comes again when its claim runs out.
    const id = await make({ name: 'Claimed' })
    await until(() => one.mine().length).toBe(41)
    await server.sql(
      `update app.webhook_deliveries set status = 'waiting', claimed_until = now() + interval '1 second' where record_id = $1`,
      [id],
    )
    await server.sql('update app_private.webhook_due set due_at = now()')
    await until(() => one.mine().length).toBe(42)
    expect(one.mine()[41]?.id).toBe(one.mine()[40]?.id)
  })

  it('is made only by those who manage the workspace, in person, to where it may', async () => {
    const member = api(await addPerson(owner, tenant, 'member'), tenant.id)
    const wish = { name: 'x', url: `${address}/x`, models: ['part'] }
    expect((await member.post('/api/records/sys_webhook', wish)).status).toBe(404)
    expect((await member.get('/api/records/sys_webhook_delivery')).status).toBe(404)
    const token = (await call.post('/api/records/sys_api_token', { name: 't', valid_days: 1 })).body.token
    expect((await api({ ...owner, token }).post('/api/records/sys_webhook', wish)).status).toBe(403)
    for (const bad of [
      { models: ['never'] },
      { models: ['sys_member'] },
      { filter: { field: 'never', op: 'eq', value: 1 } },
      { url: 'ftp://example.com' },
    ]) {
      const { status } = await call.post('/api/records/sys_webhook', { ...wish, ...bad })
      expect([400, 422], JSON.stringify(bad)).toContain(status)
    }
    const strict = await startTestServer({ DATABASE_URL: server.databaseUrl })
    const signedIn = await (await makeSupabase(strict)).auth.signInWithPassword(owner)
    const session = signedIn.data.session?.access_token ?? ''
    const guarded = api({ ...owner, token: session, server: strict }, tenant.id)
    const refused = await guarded.post('/api/records/sys_webhook', wish)
    expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'destination_blocked'])
    await strict.stop()
  })
})
