import { isJsonObject } from '#base/json.ts'

/** A part of a JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>

export interface CallParameter {
  name: string
  place: 'path' | 'query' | 'header'
  required: boolean
  description: string | null
  schema: Schema
  /** The value is JSON text. */
  json: boolean
  example: unknown
}

/** One call of the API. */
export interface ApiCall {
  id: string
  method: string
  path: string
  summary: string
  description: string | null
  group: string
  parameters: CallParameter[]
  /** Null: it takes none. `schema` is null for a file. */
  body: { schema: Schema | null; required: boolean; example: unknown } | null
  answers: { status: string; description: string; schema: Schema | null }[]
}

export interface ApiGroup {
  key: string
  label: string
  /** The workspace's own model that these calls are about. */
  model: boolean
  calls: ApiCall[]
}

/** What the page shows of an OpenAPI document. */
export interface ApiDescription {
  guide: string
  url: string
  groups: ApiGroup[]
  schemas: Readonly<Record<string, Schema>>
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const object = (value: unknown): Schema => (isJsonObject(value) ? value : {})
const list = (value: unknown): Schema[] => (Array.isArray(value) ? value.map(object) : [])

/** Reads an OpenAPI document into groups of calls, the workspace's models first. */
export function readDocument(document: Schema): ApiDescription {
  const calls = Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = object(item)[method]
      return isJsonObject(operation) ? [readCall(method.toUpperCase(), path, operation)] : []
    }),
  )
  const groups = list(document['tags']).map((tag) => ({
    key: text(tag['name']),
    label: text(tag['description']) || text(tag['name']),
    model: typeof tag['x-model'] === 'string',
    calls: calls.filter(({ group }) => group === tag['name']),
  }))
  return {
    guide: text(object(document['info'])['description']),
    url: text(list(document['servers'])[0]?.['url']),
    groups: groups.filter((group) => group.calls.length > 0),
    schemas: object(object(document['components'])['schemas']) as Record<string, Schema>,
  }
}

function readCall(method: string, path: string, operation: Schema): ApiCall {
  const media = mediaOf(operation['requestBody'])
  return {
    id: text(operation['operationId']),
    method,
    path,
    summary: text(operation['summary']),
    description: text(operation['description']) || null,
    group: Array.isArray(operation['tags']) ? text(operation['tags'][0]) : '',
    // A token names its workspace, and the page sends its own.
    parameters: list(operation['parameters'])
      .map(readParameter)
      .filter(({ name }) => name !== 'X-Tenant-Id'),
    body: isJsonObject(operation['requestBody'])
      ? {
          schema: media ? object(media['schema']) : null,
          required: operation['requestBody']['required'] === true,
          example: media?.['example'],
        }
      : null,
    answers: Object.entries(object(operation['responses'])).map(([status, answer]) => {
      const content = mediaOf(answer)
      return {
        status,
        description: text(object(answer)['description']),
        schema: content ? object(content['schema']) : null,
      }
    }),
  }
}

function readParameter(parameter: Schema): CallParameter {
  const media = mediaOf(parameter)
  return {
    name: text(parameter['name']),
    place: parameter['in'] === 'path' ? 'path' : parameter['in'] === 'header' ? 'header' : 'query',
    required: parameter['required'] === true,
    description: text(parameter['description']) || null,
    schema: media ? object(media['schema']) : object(parameter['schema']),
    json: media !== null,
    example: media?.['example'],
  }
}

const mediaOf = (holder: unknown): Schema | null => {
  const media = object(object(holder)['content'])['application/json']
  return isJsonObject(media) ? media : null
}

/** The groups whose calls hold every word that is looked for, in their path, summary or label. */
export function findCalls(groups: readonly ApiGroup[], wanted: string): ApiGroup[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...groups]
  return groups.flatMap((group) => {
    const calls = group.calls.filter((call) => {
      const whole = `${call.method} ${call.path} ${call.summary} ${group.label}`.toLowerCase()
      return words.every((word) => whole.includes(word))
    })
    return calls.length > 0 ? [{ ...group, calls }] : []
  })
}
