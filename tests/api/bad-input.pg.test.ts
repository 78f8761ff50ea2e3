import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseChecksum } from '../support/database-checksum.ts'
import { api, makeWorkspace, signUp, type Api, type ApiAnswer } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let modelId: string

beforeAll(async () => {
  ;({ server, owner } = await startPlace('Anker Bau'))
  const model = await owner.post('/api/models', {
    key: 'crane',
    label: 'Cranes',
    schema: {
      version: 1,
      fields: [
        { key: 'name', label: 'Name', type: 'text' },
        { key: 'lift', label: 'Lift', type: 'number' },
        { key: 'bought', label: 'Bought', type: 'date' },
      ],
    },
  })
  modelId = model.body.id
})
afterAll(() => server.stop())

const json = { 'content-type': 'application/json' }
const raw = (
  bytes: BodyInit,
  headers: Record<string, string> = json,
  path = '/api/models',
): Promise<ApiAnswer> => owner.post(path, undefined, { bytes, headers })
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const object = (attributes: string) => `{"model_id":"${modelId}","attributes":${attributes}}`

describe('[X-01] bad input: a clear 4xx with its place, nothing written, the process alive', () => {
  const cases: [name: string, send: () => Promise<ApiAnswer>, status: number, code: string, path?: string][] =
    [
      ['malformed JSON', () => raw('{"key": "a",}'), 400, 'bad_request'],
      [
        'malformed JSON, deep',
        () => raw('{"schema": {"fields": [1, x]}}'),
        400,
        'bad_request',
        'schema.fields.1',
      ],
      ['an unfinished body', () => raw('{"key": "a"'), 400, 'bad_request'],
      ['two values', () => raw('{} {}'), 400, 'bad_request'],
      ['single quotes', () => raw(`{'key': 'a'}`), 400, 'bad_request'],
      ['NaN', () => raw('{"key": NaN}'), 400, 'bad_request', 'key'],
      ['a leading zero', () => raw('{"key": 01}'), 400, 'bad_request', 'key'],
      ['an empty body', () => owner.post('/api/models'), 422, 'invalid'],
      ['an array for an object', () => raw('[]'), 422, 'invalid'],
      ['null', () => raw('null'), 422, 'invalid'],
      ['wrong types', () => owner.post('/api/models', { key: 7, label: ['x'] }), 422, 'invalid', 'key'],
      [
        'an object for text',
        () => owner.post('/api/models', { key: { $gt: '' }, label: 'x' }),
        422,
        'invalid',
        'key',
      ],
      [
        'an unknown key',
        () => owner.post('/api/models', { key: 'a', label: 'A', extra: 1 }),
        422,
        'invalid',
        'extra',
      ],
      [
        'an unknown key inside',
        () =>
          owner.post('/api/models', {
            key: 'a',
            label: 'A',
            schema: { fields: [{ key: 'b', label: 'B', type: 'text', evil: 1 }] },
          }),
        422,
        'invalid',
        'schema.fields.0.evil',
      ],
      [
        'a 10 MB body',
        () => owner.post('/api/models', { key: 'a', label: 'x'.repeat(10 * 1024 * 1024) }),
        413,
        'too_large',
      ],
      ['1,000 levels', () => raw(nested(1000)), 422, 'invalid'],
      ['65 levels', () => raw(nested(65)), 422, 'invalid'],
      ['100,000 levels', () => raw('['.repeat(100_000)), 422, 'invalid'],
      ['a key twice', () => raw('{"key":"a","label":"A","label":"B"}'), 422, 'invalid', 'label'],
      [
        'a key twice, escaped',
        () => raw('{"key":"a","l\\u0061bel":"A","label":"B"}'),
        422,
        'invalid',
        'label',
      ],
      ['__proto__', () => raw('{"key":"a","label":"A","__proto__":{"x":1}}'), 422, 'invalid', '__proto__'],
      ['NUL', () => raw('{"key":"a","label":"A\\u0000"}'), 422, 'invalid', 'label'],
      ['half a surrogate pair', () => raw('{"key":"a","label":"\\ud800"}'), 422, 'invalid', 'label'],
      [
        'invalid UTF-8',
        () => raw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
        400,
        'bad_request',
      ],
      [
        'a huge number',
        () => raw(object('{"lift":1e999}'), json, '/api/objects'),
        422,
        'invalid',
        'attributes.lift',
      ],
      [
        'a huge integer',
        () => raw(object('{"lift":12345678901234567890}'), json, '/api/objects'),
        422,
        'invalid',
        'attributes.lift',
      ],
      [
        'a date that does not exist',
        () => raw(object('{"bought":"2026-02-30"}'), json, '/api/objects'),
        422,
        'invalid',
        'attributes.bought',
      ],
      [
        'text for a number',
        () => raw(object('{"lift":"tall"}'), json, '/api/objects'),
        422,
        'invalid',
        'attributes.lift',
      ],
      [
        'form encoding',
        () => raw('key=a&label=A', { 'content-type': 'application/x-www-form-urlencoded' }),
        415,
        'unsupported_media_type',
      ],
      [
        'JSON as text',
        () => raw('{"key":"a","label":"A"}', { 'content-type': 'text/plain' }),
        415,
        'unsupported_media_type',
      ],
      [
        'a multipart form',
        () => raw('--x', { 'content-type': 'multipart/form-data; boundary=x' }),
        415,
        'unsupported_media_type',
      ],
      [
        'a packed body',
        () => raw(gzipSync('{"key":"a","label":"A"}'), { ...json, 'content-encoding': 'gzip' }),
        415,
        'unsupported_media_type',
      ],
      [
        'text said to be packed',
        () => raw('{"key":"a","label":"A"}', { ...json, 'content-encoding': 'br' }),
        415,
        'unsupported_media_type',
      ],
      [
        'JSON said to be in other letters',
        () => raw('{"key":"a","label":"A"}', { 'content-type': 'application/json; charset=utf-16' }),
        415,
        'unsupported_media_type',
      ],
      [
        'a body where none belongs',
        () => owner.post(`/api/invites/${'x'.repeat(20)}/accept`, { role: 'owner' }),
        422,
        'invalid',
        'role',
      ],
      ['a parameter twice', () => owner.get('/api/auth/tenant-status?name=a&name=b'), 422, 'invalid', 'name'],
      ['an unknown parameter', () => owner.get('/api/models?limit=1e9'), 422, 'invalid', 'limit'],
      ['an id that is none', () => owner.put('/api/models/abc', { label: 'x' }), 404, 'not_found'],
      ['an unknown path', () => owner.get('/api/nothing/here'), 404, 'not_found'],
      ['an address in capitals', () => owner.get('/API/models'), 404, 'not_found'],
      ['another method', () => owner.patch('/api/models', {}), 404, 'not_found'],
      [
        'an override of the method',
        () => owner.get('/api/models', { headers: { 'x-http-method-override': 'DELETE' } }),
        200,
        '',
      ],
    ]

  it.each(cases)('%s', async (_name, send, status, code, path) => {
    const before = await databaseChecksum(server)
    const answer = await send()
    expect(answer.status, JSON.stringify(answer.body)?.slice(0, 500)).toBe(status)
    if (status >= 400) {
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(answer.body.error).toMatchObject({
        code,
        message: expect.any(String),
        requestId: expect.any(String),
      })
      expect(answer.headers.get('x-request-id')).toBe(answer.body.error.requestId)
      if (path !== undefined)
        expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path)
    }
    expect(await databaseChecksum(server)).toBe(before)
    expect((await owner.get('/api/health')).status).toBe(200)
  })

  it('[ER-01] [DO-07] raw nonsense on the wire is refused and the process stays', async () => {
    const wire = (path: string, headers: Record<string, string>) =>
      new Promise<number>((done) => {
        const sent = request(`${server.url}`, { path, headers, method: 'GET' }, (answer) => {
          answer.resume()
          answer.on('end', () => done(answer.statusCode ?? 0))
        })
        sent.on('error', () => done(400))
        sent.end()
      })
    const many = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`x-${index}`, 'y']))
    for (const [path, headers] of [
      ['/%', {}],
      ['/api/%', {}],
      ['/api/models/%ff', {}],
      ['/api/models', { host: '/' }],
      ['/api/models', { host: '' }],
      [`/api/${'a'.repeat(64 * 1024)}`, {}],
      ['/api/models', many],
    ] as [string, Record<string, string>][]) {
      const status = await wire(path, headers)
      expect(status, path.slice(0, 40)).toBeLessThan(500)
    }
    expect((await owner.get('/api/health')).status).toBe(200)
  })

  it('[ER-01] an address that holds NUL names nothing', async () => {
    for (const path of [
      '/api/objects/%00',
      '/api/objects/a%00b/full',
      '/api/layouts/%00',
      '/api/records/%00/export',
    ])
      expect((await owner.get(path)).status, path).toBe(404)
    for (const path of ['/api/public/objects/%00', '/p/%00', '/api/invites/%00'])
      expect((await fetch(`${server.url}${path}`)).status, path).toBeLessThan(500)
    expect((await owner.patch('/api/records/crane/%00', { name: 'x' })).status).toBe(404)
    expect((await owner.delete('/api/archetypes/%00')).status).toBe(404)
  })

  it('[ER-01] a database that is gone is 503 in plain words, and comes back', async () => {
    const { requests } = server.services.database
    const query = requests.connect
    requests.connect = (() => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'))) as never
    const answer = await owner.get('/api/models')
    requests.connect = query
    expect(answer.status).toBe(503)
    expect(answer.body.error).toMatchObject({
      code: 'unavailable',
      message: 'The service is not available right now.',
    })
    expect(JSON.stringify(answer.body)).not.toContain('ECONN')
    expect(answer.headers.get('retry-after')).toBe('1')
    expect((await owner.get('/api/models')).status).toBe(200)
  })

  it('[DO-08] 1,000 parallel health checks', async () => {
    const all = await Promise.all(
      Array.from({ length: 1000 }, () => fetch(`${server.url}/api/health`).then(({ status }) => status)),
    )
    expect(new Set(all)).toEqual(new Set([200]))
  })
})

describe('[C-08] what needs no sign-in', () => {
  it('health says which part works, _meta what a client needs to start and nothing secret', async () => {
    const nobody = api(null, undefined, server)
    const health = await nobody.get('/api/health')
    expect(health.body).toEqual({
      status: 'ok',
      checks: { database: 'ok', storage: 'ok', realtime: 'ok', jobs: 'ok' },
    })
    const { body } = await nobody.get('/api/_meta')
    expect(body).toMatchObject({
      name: 'Formwork',
      mode: 'development',
      supabase: { url: server.url, anonKey: expect.any(String) },
      appDomain: null,
      features: { development: true, mailbox: true },
    })
    const { password } = new URL(server.databaseUrl)
    for (const secret of [password, 'service', 'postgres'].filter(Boolean))
      expect(JSON.stringify(body)).not.toContain(secret)
  })
})

describe('[C-17] what every answer carries', () => {
  it('[HD-02] [TI-05] safety headers on every status, nothing cached', async () => {
    for (const [path, status] of [
      ['/api/_meta', 200],
      ['/api/models', 200],
      ['/api/nothing', 404],
      ['/api/models?x=1', 422],
    ] as const) {
      const { headers, status: got } = await owner.get(path)
      expect(got).toBe(status)
      expect(headers.get('cache-control')).toBe('private, no-store')
      for (const name of ['authorization', 'x-tenant-id', 'origin', 'cookie'])
        expect(headers.get('vary')?.toLowerCase()).toContain(name)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBeTruthy()
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`script-src 'self';`)
      for (const rule of [
        `object-src 'none'`,
        `base-uri 'none'`,
        `form-action 'self'`,
        `frame-ancestors 'none'`,
      ])
        expect(policy).toContain(rule)
      expect(policy).not.toContain('unsafe-eval')
    }
  })

  it('[HD-01] the policy of every page lets in no script but ours, and no page around it', async () => {
    const rulesOf = async (path: string): Promise<Map<string, string[]>> => {
      const policy = (await fetch(server.url + path)).headers.get('content-security-policy') ?? ''
      return new Map(
        policy.split(';').map((rule) => {
          const [name = '', ...sources] = rule.trim().split(/\s+/)
          return [name, sources]
        }),
      )
    }
    // A page for outsiders needs no script and sends nothing.
    const outside = await rulesOf('/p/x')
    expect(outside.has('script-src')).toBe(false)
    for (const name of ['default-src', 'base-uri', 'form-action', 'frame-ancestors'])
      expect(outside.get(name), name).toEqual(["'none'"])
    for (const path of ['/', '/auth', '/api/health', '/nothing']) {
      const rules = await rulesOf(path)
      expect(rules.get('script-src'), path).toEqual(["'self'"])
      expect(rules.get('default-src'), path).toEqual(["'self'"])
      expect(rules.get('object-src'), path).toEqual(["'none'"])
      expect(rules.get('base-uri'), path).toEqual(["'none'"])
      expect(rules.get('form-action'), path).toEqual(["'self'"])
      expect(rules.get('frame-ancestors'), path).toEqual(["'none'"])
      expect(rules.get('require-trusted-types-for'), path).toEqual(["'script'"])
      for (const name of ['img-src', 'connect-src', 'font-src', 'worker-src'])
        for (const source of rules.get(name) ?? [])
          expect(source, `${path} ${name}`).not.toMatch(/^(\*|https?:|'unsafe-)$/)
    }
  })

  it('[CS-01] other origins get nothing, neither by reflection nor by star', async () => {
    for (const origin of ['https://evil.test', 'null', 'https://127.0.0.1.evil.test']) {
      const { headers } = await owner.get('/api/models', { headers: { origin } })
      expect(headers.get('access-control-allow-origin')).toBeNull()
      const preflight = await fetch(`${server.url}/api/models`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      expect(preflight.status).toBe(403)
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('Idempotency-Key', () => {
  const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

  it('a repeated write answers the same and happens once', async () => {
    const body = { key: 'mixer', label: 'Mixers' }
    const first = await owner.post('/api/models', body, withKey('k1'))
    const again = await owner.post('/api/models', body, withKey('k1'))
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await owner.post('/api/models', { ...body, label: 'Others' }, withKey('k1'))
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_mismatch'])
  })

  it('of parallel repetitions one happens; the rest get its answer or 425', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => owner.post('/api/tenants', { name: 'Once' }, withKey('k2'))),
    )
    const statuses = new Set(all.map(({ status }) => status))
    expect([...statuses].every((status) => status === 201 || status === 425)).toBe(true)
    expect(
      (await owner.get('/api/tenants')).body.rows.filter(({ name }: { name: string }) => name === 'Once'),
    ).toHaveLength(1)
    expect(new Set(all.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect(all.find(({ status }) => status === 425)?.headers.get('retry-after') ?? '1').toBe('1')
  })

  it('[TI-08] the same key of another person or workspace is another key; a refused write is not kept', async () => {
    const bob = await signUp(server)
    const place = await makeWorkspace(bob, 'Bob')
    const body = { key: 'mixer', label: 'Mixers' }
    const his = await api(bob, place.id).post('/api/models', body, withKey('k1'))
    expect(his.status).toBe(201)
    expect(his.headers.get('idempotency-replayed')).toBeNull()
    const refused = await owner.post('/api/models', { key: 'Bad', label: '' }, withKey('k3'))
    expect(refused.status).toBe(422)
    expect((await owner.post('/api/models', { key: 'good', label: 'Good' }, withKey('k3'))).status).toBe(201)
    expect((await owner.post('/api/models', body, withKey('x'.repeat(256)))).status).toBe(422)
  })
})
