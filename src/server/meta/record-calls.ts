import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import { exampleOf } from './example-value.ts'
import { exampleRecord, schemaName, schemaRef, writableFields } from './model-schemas.ts'

type Json = Record<string, unknown>

const idParameter: Json = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
}
const json = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

/** The record calls of one model as this reader may use them: what they may not do is not there. */
export function recordCalls(model: ModelInfo, access: Access, general: Readonly<Record<string, Json>>): Json {
  const { key, label } = model
  const row = schemaRef(schemaName.row(key))
  const write = schemaRef(schemaName.write(key))
  const written = writableFields(model, access)
  const [first] = written
  const needed = written.filter(
    ({ field }) => field.required === true && field.default === undefined && field.visible_if === undefined,
  )
  const whole = needed.length > 0 ? { allOf: [write, { required: needed.map((one) => one.key) }] } : write
  const may = (verb: Parameters<Access['can']>[1]): boolean => access.can(model, verb)
  /** The call as it is for any model, said of this one. */
  const call = (name: string, summary: string, more: Json): Json => {
    const { parameters = [], ...rest } = general[name] ?? {}
    const others = (parameters as { name: string; in: string }[]).filter(
      (parameter) => parameter.name !== 'model' && parameter.name !== 'id',
    )
    const path = JSON.stringify(more['parameters'] ?? [])
    const kept = others.filter(({ name: other }) => !path.includes(`"name":"${other}"`))
    return {
      ...rest,
      ...more,
      operationId: `${name}_${key}`,
      summary: `${summary}: ${label}`,
      tags: [key],
      parameters: [...((more['parameters'] as Json[] | undefined) ?? []), ...kept],
      responses: {
        ...(rest['responses'] as Json | undefined),
        ...(more['responses'] as Json | undefined),
      },
    }
  }
  const done = (schema: Json): Json => ({ description: 'Done.', content: json(schema) })
  const collection = `/api/records/${key}`
  const page = {
    type: 'object',
    required: ['rows', 'page'],
    properties: {
      rows: { type: 'array', items: row },
      page: {
        type: 'object',
        properties: { size: { type: 'integer' }, after: { type: ['string', 'null'] } },
      },
      total: { type: 'integer' },
    },
  }
  const condition = {
    name: 'where',
    in: 'query',
    required: false,
    description: 'A condition as JSON.',
    content: json(schemaRef(schemaName.condition(key)), exampleCondition(model, access)),
  }
  return {
    [collection]: {
      get: call('listRecords', 'List', { parameters: [condition], responses: { 200: done(page) } }),
      ...(may('create') && {
        post: call('createRecord', 'Create', {
          requestBody: { required: true, content: json(whole, exampleRecord(written)) },
          responses: { 201: done(row) },
        }),
      }),
    },
    [`${collection}/{id}`]: {
      get: call('readRecord', 'Read', { parameters: [idParameter], responses: { 200: done(row) } }),
      ...(may('update') && {
        patch: call('updateRecord', 'Change', {
          parameters: [idParameter],
          requestBody: {
            required: true,
            content: json(
              { allOf: [write, { type: 'object', properties: { base: write } }] },
              first && { [first.key]: exampleOf(first) },
            ),
          },
          responses: { 200: done(row) },
        }),
      }),
      ...(may('delete') && { delete: call('deleteRecord', 'Delete', { parameters: [idParameter] }) }),
    },
    [`${collection}/{id}/events`]: {
      get: call('recordEvents', 'History', { parameters: [idParameter] }),
    },
    ...(may('export') && { [`${collection}/export`]: { get: call('exportRecords', 'Export', {}) } }),
    ...((may('create') || may('update') || may('delete')) && {
      [`${collection}/bulk`]: { post: call('bulkRecords', 'Many at once', {}) },
    }),
  }
}

function exampleCondition(model: ModelInfo, access: Access): Json | undefined {
  const fields = [...access.readable(model).values()]
  const field = fields.find(({ system, operators }) => !system && operators.includes('eq'))
  return field && { field: field.key, op: 'eq', value: exampleOf(field) }
}
