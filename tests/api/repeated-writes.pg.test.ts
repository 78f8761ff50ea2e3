import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allEndpoints } from '#contracts/api/all-endpoints.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import { Passage } from '#server/access/passage.ts'
import { allCommands } from '#server/commands/all-commands.ts'
import { describeCommand } from '#server/commands/command.ts'
import { allHandlers } from '#server/http/all-handlers.ts'
import { callBodies, commandBodies, leastOf } from '../support/call-bodies.ts'
import { databaseChecksum } from '../support/database-checksum.ts'
import type { Api, ApiAnswer, Person, TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

// Every write may be repeated with its Idempotency-Key, whatever its body is.

let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api
let modelId: string
let object: { id: string; token: string }
let schedule: string

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Twice', { subdomain: 'twice' }))
  const fields = [{ key: 'name', label: 'Name', type: 'text', required: true }]
  modelId = (await owner.post('/api/models', { key: 'site', label: 'Sites', schema: { fields } })).body.id
  object = (await owner.post('/api/objects', { model_id: modelId, attributes: { name: 'House' } })).body
  schedule = (
    await owner.post('/api/schedules', {
      kind: 'import',
      name: 'Nightly',
      plan: '0 3 * * *',
      model: 'site',
      source: 'prices',
    })
  ).body.id
})
afterAll(() => server.stop())

const png = (end: string): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.from(end),
  ])
const step = (name: string): string => `ISO-10303-21;\nHEADER;\n/* ${name} */\nENDSEC;\nEND-ISO-10303-21;\n`

/** For each call that takes a file: its address, a file it takes, and another one. */
const files: Record<string, [() => string, string | Buffer<ArrayBuffer>, string | Buffer<ArrayBuffer>]> = {
  uploadFile: [() => '/api/files?name=a.txt', 'one', 'two'],
  stageImport: [() => '/api/imports?name=a.csv', 'name\na\n', 'name\nb\n'],
  uploadToSchedule: [() => `/api/schedules/${schedule}/file?name=a.csv`, 'name\na\n', 'name\nb\n'],
  importRecords: [() => '/api/records/site/import?name=a.csv', 'name\na\n', 'name\nb\n'],
  writeAvatar: [() => '/api/profile/avatar', png(''), png('more')],
  writeLogo: [() => `/api/tenants/${tenant.id}/logo`, png(''), png('more')],
}

const ask = (
  name: string,
  path: string,
  bytes: string | Buffer<ArrayBuffer>,
  key: string,
): Promise<ApiAnswer> => {
  const { method } = allEndpoints[name as keyof typeof allEndpoints]
  const options = { bytes, headers: { 'content-type': 'application/octet-stream', 'idempotency-key': key } }
  return method === 'PUT' ? owner.put(path, undefined, options) : owner.post(path, undefined, options)
}

const kept = (): string[] =>
  readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .toSorted()
const world = async () => ({ rows: await databaseChecksum(server), files: kept() })

const questions = new Set(
  allHandlers.filter(({ options }) => options.mode === 'read').map(({ endpoint }) => endpoint.path),
)
const writing = Object.entries<Endpoint>(allEndpoints).filter(
  ([, { access, method, path }]) => access !== 'public' && method !== 'GET' && !questions.has(path),
)

describe('a key that is none', () => {
  it('is refused by every call that writes, before it does anything', async () => {
    const ids = { model: modelId, key: 'site', object: object.id }
    const values: Record<string, string> = {
      'models.key': 'site',
      'drafts.kind': 'layout',
      'archetypes.id': object.id,
      'tenants.id': tenant.id,
    }
    // Outside of a workspace.
    const persons: Record<string, unknown> = {
      selectTenant: { tenant_id: tenant.id },
      syncProfile: { user_id: ann.userId },
      createTenant: { name: 'Thrice' },
    }
    const before = await world()
    const ignored: string[] = []
    const expectRefused = async (
      name: string,
      path: string,
      method: string,
      body: unknown,
    ): Promise<void> => {
      const send = { POST: owner.post, PUT: owner.put, PATCH: owner.patch }[method]
      const headers = { 'idempotency-key': 'two words' }
      const answer = send ? await send(path, body, { headers }) : await owner.delete(path, { headers })
      const [detail] = answer.body?.error?.details ?? []
      if (answer.status !== 422 || detail?.path !== 'Idempotency-Key')
        ignored.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    for (const [name, { path, method, takes }] of writing) {
      if (name === 'runCommand') continue
      const area = path.split('/')[2] ?? ''
      const address = path.replaceAll(/\{(\w+)\}/g, (_part, parameter: string) => {
        if (parameter === 'token') return object.token
        return values[`${area}.${parameter}`] ?? (/^(model|key)$/.test(parameter) ? 'site' : object.id)
      })
      const bytes = takes === 'bytes' && !path.endsWith('/avatar') && !path.endsWith('/logo')
      await expectRefused(
        name,
        bytes ? `${address}?name=a.csv` : address,
        method,
        callBodies[name]?.(ids) ?? persons[name] ?? {},
      )
    }
    for (const { name, reads, input } of allCommands.map((command) => ({
      ...describeCommand(command),
      reads: command.reads === true,
    })))
      if (!reads)
        await expectRefused(
          name,
          `/api/commands/${name}`,
          'POST',
          commandBodies[name]?.(object.id) ?? leastOf(input, object.id),
        )
    expect(ignored).toEqual([])
    expect(writing.length).toBeGreaterThan(60)
    expect(await world()).toEqual(before)
  }, 120_000)
})

describe('a call that takes a file', () => {
  it('each is here', () => {
    const named = writing.filter(([, { takes }]) => takes === 'bytes').map(([name]) => name)
    expect(Object.keys(files).toSorted()).toEqual(named.toSorted())
  })

  it.each(Object.keys(files))('%s: happens once, and its answer is given again', async (name) => {
    const [path, one, other] = files[name]!
    const first = await ask(name, path(), one, `once-${name}`)
    expect([200, 201], JSON.stringify(first.body)).toContain(first.status)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const after = await world()
    const again = await ask(name, path(), one, `once-${name}`)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const mismatch = await ask(name, path(), other, `once-${name}`)
    expect([mismatch.status, mismatch.body.error.code]).toEqual([422, 'idempotency_mismatch'])
    expect(await world()).toEqual(after)
    // Without the key, or with another, it happens again.
    const anew = await ask(name, path(), one, `anew-${name}`)
    expect(anew.status).toBe(first.status)
    expect(await databaseChecksum(server)).not.toBe(after.rows)
  })

  it.each(Object.keys(files))('%s: of many at once one happens', async (name) => {
    const [path, one] = files[name]!
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(name, path(), one, `rush-${name}`)))
    const done = answers.filter(({ status }) => status !== 425)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size, JSON.stringify(done)).toBe(1)
    expect(done.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
    expect([200, 201]).toContain(done[0]?.status)
    const after = await world()
    const again = await ask(name, path(), one, `rush-${name}`)
    expect(again.body).toEqual(done[0]?.body)
    expect(await world()).toEqual(after)
  })

  it('a building model, too, of which nothing is kept twice', async () => {
    const path = '/api/files?name=house.ifc'
    const first = await ask('uploadFile', path, step('house'), 'house')
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    const after = await world()
    expect((await ask('uploadFile', path, step('house'), 'house')).body).toEqual(first.body)
    expect((await ask('uploadFile', path, step('other'), 'house')).status).toBe(422)
    expect(await world()).toEqual(after)
    const bytes = await owner.get(`/api/files/${first.body.id}`)
    expect(bytes.body).toBe(step('house'))
  })

  it('sent again under its key is held to the size of its call', async () => {
    expect((await ask('writeAvatar', '/api/profile/avatar', png(''), 'size')).status).toBeLessThan(300)
    const larger = png('x'.repeat(300 * 1024))
    const again = await ask('writeAvatar', '/api/profile/avatar', larger, 'size')
    expect([again.status, again.body.error.code]).toEqual([413, 'too_large'])
    const model = step('x'.repeat(26 * 1024 * 1024))
    expect((await ask('uploadFile', '/api/files?name=large.ifc', model, 'large')).status).toBe(201)
    const replayed = await ask('uploadFile', '/api/files?name=large.ifc', model, 'large')
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  })

  it.each(['lost.txt', 'lost.ifc'])(
    '%s stays where it arrived and only the news of it was lost',
    async (name) => {
      const finish = Passage.prototype.finish
      let calls = 0
      const spy = vi.spyOn(Passage.prototype, 'finish').mockImplementation(async function (
        this: Passage,
        last,
      ) {
        await finish.call(this, last)
        // The first is before the file is received.
        if (++calls === 2) throw new Error('The connection was lost.')
      })
      const answer = await ask('uploadFile', `/api/files?name=${name}`, step(name), `lost-${name}`)
      spy.mockRestore()
      expect([answer.status, calls]).toEqual([500, 2])
      const [row] = await server.sql<{ id: string }>(
        'select id from app.files where name = $1 and deleted_at is null',
        [name],
      )
      expect((await owner.get(`/api/files/${row?.id}`)).body).toBe(step(name))
    },
  )

  it('an import that was refused has not happened: the key is free for the file that was put right', async () => {
    const path = '/api/records/site/import?name=a.csv'
    const bad = await ask('importRecords', path, 'other\nx\n', 'mended')
    expect(bad.status).toBe(422)
    const left = await world()
    expect((await ask('importRecords', path, 'other\nx\n', 'mended')).status).toBe(422)
    expect(await world()).toEqual(left)
    const right = await ask('importRecords', path, 'name\nx\n', 'mended')
    expect([right.status, right.body.created]).toEqual([200, 1])
  })

  it('another mode of the import is another call', async () => {
    const path = '/api/records/site/import?name=a.csv'
    expect((await ask('importRecords', path, 'name\nm\n', 'mode')).status).toBe(200)
    const other = await ask('importRecords', `${path}&mode=skip_bad`, 'name\nm\n', 'mode')
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_mismatch'])
  })
})
