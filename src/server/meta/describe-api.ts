import { z } from 'zod'
import { allEndpoints } from '#contracts/api/all-endpoints.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import { isJsonObject } from '#base/json.ts'
import { errorStatuses, type ErrorCode } from '#contracts/errors.ts'

type Json = Record<string, unknown>
type Read = (schema: z.ZodType, io: 'input' | 'output') => Json

export interface ApiDocument {
  openapi: string
  info: Json
  servers: Json[]
  /** By path, then by method in small letters. */
  paths: Record<string, Record<string, Json>>
  components: { securitySchemes: Json; schemas: Json }
}

/** The OpenAPI 3.1 document of every call, made from the contracts that validate them. */
export function describeApi(version: string, serverUrl: string): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  const schemas: Json = { Error: errorSchema }
  for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints))
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describeCall(name, endpoint, schemas)
  return {
    openapi: '3.1.0',
    info: { title: 'Formwork', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token (fw_…), or the token of a session.',
        },
      },
      schemas,
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { enum: Object.keys(errorStatuses) },
        message: { type: 'string' },
        details: {},
        requestId: { type: 'string', format: 'uuid' },
      },
    },
  },
}

const tenantHeader: Json = {
  name: 'X-Tenant-Id',
  in: 'header',
  required: false,
  description: 'The workspace; may be left out by a person who is in one only.',
  schema: { type: 'string', format: 'uuid' },
}

const timeZoneHeader: Json = {
  name: 'X-Time-Zone',
  in: 'header',
  required: false,
  description: 'Where the one who asks is, such as Europe/Berlin: which day today is. UTC when left out.',
  schema: { type: 'string', maxLength: 64 },
}

const languageHeader: Json = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description:
    'The language of the one who asks, en or de: lists of models, screens, addresses and roles are in the order of the names shown in it and found by them. English when left out.',
  schema: { type: 'string', maxLength: 200 },
}

const idempotencyHeader: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a write with the same key answers the same and does nothing more.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function describeCall(name: string, endpoint: Endpoint, schemas: Json): Json {
  const read: Read = (schema, io) => schemaOf(schema, io, `${name}.${io}`, schemas)
  const status = endpoint.status ?? (endpoint.answer === undefined ? 204 : 200)
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(isForPeople(endpoint) && {
      description: 'Only for somebody who is signed in: no API token may do this.',
    }),
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...(endpoint.access === 'tenant' ? [tenantHeader, timeZoneHeader, languageHeader] : []),
      ...(endpoint.method === 'GET' || endpoint.access === 'public' ? [] : [idempotencyHeader]),
      ...parameters(endpoint, 'path', read),
      ...parameters(endpoint, 'query', read),
    ],
    ...requestBody(endpoint, read),
    responses: { [status]: success(endpoint, read), ...refusals(endpoint) },
  }
}

// What hands out access, and what is beside any workspace; see whoAsks.
const isForPeople = ({ access, person }: Endpoint): boolean => access === 'user' || person === true

function parameters(endpoint: Endpoint, place: 'path' | 'query', read: Read): Json[] {
  const schema = place === 'path' ? endpoint.params : endpoint.search
  if (!schema) return []
  const { properties = {}, required = [] } = read(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

function requestBody(endpoint: Endpoint, read: Read): Json {
  if (endpoint.takes === 'bytes')
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  if (!endpoint.body) return {}
  const schema = read(endpoint.body, 'input')
  const required = !endpoint.body.safeParse(undefined).success
  return { requestBody: { required, content: { 'application/json': { schema } } } }
}

function success(endpoint: Endpoint, read: Read): Json {
  if (endpoint.answer === undefined) return { description: 'Done.' }
  if (endpoint.answer === 'raw') return { description: 'The content itself.', content: { '*/*': {} } }
  return {
    description: 'Done.',
    content: { 'application/json': { schema: read(endpoint.answer, 'output') } },
  }
}

function refusals(endpoint: Endpoint): Json {
  const codes = new Set<ErrorCode>(['internal', 'rate_limited', 'invalid', ...(endpoint.errors ?? [])])
  if (endpoint.access !== 'public') codes.add('unauthorized')
  if (endpoint.access === 'tenant') for (const code of tenantCodes) codes.add(code)
  if (endpoint.params) codes.add('not_found')
  if (endpoint.body) for (const code of bodyCodes) codes.add(code)
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = errorStatuses[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [String(status), { description: list.join(', '), content }]),
  )
}

const tenantCodes = ['not_found', 'tenant_selection_required', 'tenant_mismatch', 'forbidden'] as const
const bodyCodes = ['bad_request', 'invalid', 'too_large', 'unsupported_media_type'] as const

// What a schema says of itself under $defs goes beside the document's other schemas: a reference starts at the document.
function schemaOf(schema: z.ZodType, io: 'input' | 'output', name: string, schemas: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        key === '$ref' && typeof item === 'string'
          ? item.replace(/^#\/\$defs\/_*/, `#/components/schemas/${name}.`)
          : moved(item),
      ]),
    )
  }
  for (const [key, part] of Object.entries($defs)) schemas[`${name}.${key.replace(/^_+/, '')}`] = moved(part)
  return moved(rest) as Json
}
