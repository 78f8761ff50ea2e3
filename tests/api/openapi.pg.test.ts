import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isJsonObject } from '#base/json.ts'
import { fieldTypeNames } from '#contracts/field-types.ts'
import { compileWorkspace } from '#kernel/models/workspace.ts'
import { exampleOf } from '#server/meta/example-value.ts'
import { addPerson, api, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api
let valid: ValidateFunction

beforeAll(async () => {
  const schema = JSON.parse(readFileSync('fixtures/openapi/schema-3.1.json', 'utf8'))
  valid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Described'))
  const model = async (key: string, fields: object[]) =>
    (await call.post('/api/models', { key, label: `All ${key}`, schema: { fields } })).body
  await model('firm', [{ key: 'name', label: 'Name', type: 'text', required: true }])
  const more: Record<string, object> = {
    select: { options: ['a', 'b'] },
    multi_select: { options: ['a', 'b'] },
    status: { options: ['new', 'old'], transitions: { new: ['old'] }, starts: ['new'] },
    relation: { target: 'firm' },
    sequence: { numbering: 'X-{0000}' },
    money: { currency: 'EUR', scale: 2 },
  }
  const made = await model('thing', [
    ...fieldTypeNames.map((type) => ({ key: `a_${type}`, label: `A ${type}`, type, ...more[type] })),
    { key: 'canary_cost', label: 'Cost', type: 'money', currencies: ['EUR', 'USD'] },
    { key: 'firms', label: 'Firms', type: 'relation', target: 'firm', many: true },
    { key: 'twice', label: 'Twice', type: 'formula', formula: '2 * a_integer' },
  ])
  expect(made.id, JSON.stringify(made)).toBeDefined()
  await call.post('/api/permissions/fields/bulk', [
    { model_id: made.id, field_key: 'canary_cost', read_roles: ['owner'], write_roles: ['owner'] },
  ])
  await call.post('/api/roles', {
    key: 'looker',
    label: 'Looker',
    grants: { thing: { verbs: ['read'] } },
  })
})
afterAll(() => server.stop())

type Json = Record<string, unknown>

function* objects(value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const item of value) yield* objects(item)
  else if (isJsonObject(value)) {
    yield value
    for (const item of Object.values(value)) yield* objects(item)
  }
}

const operations = (document: Json): Json[] =>
  Object.values(document['paths'] as Json).flatMap((path) => Object.values(path as Json) as Json[])

/** Everything an OpenAPI 3.1 document must be, beyond its own schema. */
function check(document: Json): void {
  expect(valid(document), JSON.stringify(valid.errors)).toBe(true)
  const names = operations(document).map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const { $ref } of objects(document)) {
    if (typeof $ref !== 'string') continue
    const found = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), document)
    expect(found, $ref).toBeDefined()
  }
  for (const [path, calls] of Object.entries(document['paths'] as Record<string, Json>))
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      for (const one of Object.values(calls) as Json[]) {
        const parameters = one['parameters'] as { name: string; in: string; required: boolean }[]
        const named = parameters.filter((parameter) => parameter.in === 'path' && parameter.name === name)
        expect(named, `${path} ${name}`).toMatchObject([{ required: true }])
      }
}

/** A validator for a schema somewhere in the document. */
function schemaAt(document: Json, schema: unknown): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  return ajv.compile({ ...(schema as Json), components: document['components'] })
}

const read = async (reader: Api): Promise<Json> =>
  (await reader.get('/api/workspace/openapi.json')).body as Json

describe('[C-17] the description of the API', () => {
  it('is a valid OpenAPI 3.1 document, for every server and for every workspace', async () => {
    check((await api(null, undefined, server).get('/api/openapi.json')).body)
    check(await read(call))
    check(await read(api(await addPerson(owner, tenant, 'looker'), tenant.id)))
    check(await read(api(await addPerson(owner, tenant, 'customer'), tenant.id)))
  })

  it('names the models with what may be done, and describes rows as they are', async () => {
    const document = await read(call)
    const paths = document['paths'] as Record<string, Json>
    expect(Object.keys(paths['/api/records/thing'] ?? {})).toEqual(['get', 'post'])
    expect(Object.keys(paths['/api/records/thing/{id}'] ?? {})).toEqual(['get', 'patch', 'delete'])
    const firm = await call.post('/api/records/firm', { name: 'Firm' })
    const post = paths['/api/records/thing']?.['post'] as {
      requestBody: { content: { 'application/json': { schema: Json; example: Json } } }
    }
    const { schema, example } = post.requestBody.content['application/json']
    expect(schemaAt(document, schema)(example)).toBe(true)
    const firmPost = paths['/api/records/firm']?.['post'] as typeof post
    const firmCheck = schemaAt(document, firmPost.requestBody.content['application/json'].schema)
    expect([firmCheck({ name: 'x' }), firmCheck({})]).toEqual([true, false])
    const all = (document['components'] as { schemas: Record<string, { properties: Json }> }).schemas
    expect(Object.keys(all['thing.write']?.properties ?? {})).not.toContain('twice')
    expect(Object.keys(all['thing.write']?.properties ?? {})).not.toContain('a_sequence')
    const made = await call.post('/api/records/thing', {
      ...example,
      a_relation: firm.body.id,
      firms: [firm.body.id],
      canary_cost: { amount: '3.5', currency: 'USD' },
      a_integer: 3,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const row = schemaAt(document, { $ref: '#/components/schemas/thing' })
    const listed = await call.get('/api/records/thing?expand=a_relation,firms')
    for (const one of [made.body, listed.body.rows[0]])
      expect(row(one), JSON.stringify(row.errors)).toBe(true)
    expect(row({ ...made.body, a_decimal: 2.5 })).toBe(false)
  })

  it('every example is taken by its schema, and every field’s example by the server', async () => {
    const document = await read(call)
    let seen = 0
    for (const media of objects(document)) {
      if (!('example' in media) || !isJsonObject(media['schema'])) continue
      seen += 1
      const check = schemaAt(document, media['schema'])
      expect(check(media['example']), JSON.stringify([media['example'], check.errors])).toBe(true)
    }
    expect(seen).toBeGreaterThan(4)
    const { body } = await call.get('/api/models')
    const documents = body.rows.map((model: { id: string; key: string }) => ({
      kind: 'model',
      id: model.id,
      key: model.key,
      body: model,
      created_at: '',
    }))
    const workspace = compileWorkspace('', '', documents)
    const refused: string[] = []
    for (const field of workspace.models.get('thing')?.fields.values() ?? []) {
      if (
        field.system ||
        field.computed ||
        ['relation', 'user', 'file', 'image', 'sequence'].includes(field.type)
      )
        continue
      const sent = await call.post('/api/records/thing', { [field.key]: exampleOf(field) })
      if (sent.status !== 201) refused.push(`${field.key}: ${JSON.stringify(sent.body)}`)
    }
    expect(refused).toEqual([])
  })

  it('tells nobody of what they may not see or do', async () => {
    const looker = api(await addPerson(owner, tenant, 'looker'), tenant.id)
    const document = await read(looker)
    const text = JSON.stringify(document)
    expect(text).not.toContain('canary_cost')
    expect(text).not.toContain('All firm')
    const paths = document['paths'] as Record<string, Json>
    expect(Object.keys(paths['/api/records/thing'] ?? {})).toEqual(['get'])
    expect(paths['/api/records/thing/bulk']).toBeUndefined()
    expect(paths['/api/records/firm']).toBeUndefined()
  })
})

describe('records in an address', () => {
  it('ask what a question asks, with the same rights', async () => {
    for (const name of ['Berg', 'Acker', 'Celle']) await call.post('/api/records/firm', { name })
    const where = encodeURIComponent(
      JSON.stringify({ field: 'name', op: 'in', value: ['Berg', 'Acker', 'Celle'] }),
    )
    const first = await call.get(
      `/api/records/firm?where=${where}&sort=-name&fields=id,name&size=2&total=exact`,
    )
    expect(first.body.rows.map((row: { name: string }) => row.name)).toEqual(['Celle', 'Berg'])
    expect([first.body.total, Object.keys(first.body.rows[0])]).toEqual([3, ['id', 'name']])
    const after = encodeURIComponent(first.body.page.after)
    const second = await call.get(
      `/api/records/firm?where=${where}&sort=-name&fields=id,name&size=2&after=${after}`,
    )
    expect(second.body.rows.map((row: { name: string }) => row.name)).toEqual(['Acker'])
    for (const [search, status] of [
      ['where=%7B', 422],
      ['where=%7B%22a%22%3A1%7D', 422],
      ['sort=never', 400],
      ['size=501', 422],
      ['never=1', 422],
    ] as const)
      expect((await call.get(`/api/records/firm?${search}`)).status, search).toBe(status)
    const looker = api(await addPerson(owner, tenant, 'looker'), tenant.id)
    expect((await looker.get('/api/records/firm')).status).toBe(404)
    expect((await looker.get('/api/records/thing?sort=canary_cost')).body.error.code).toBe('unknown_field')
  })
})
