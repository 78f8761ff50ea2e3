import type { FieldInfo } from '#kernel/models/field-info.ts'
import { fieldTypePart } from '#kernel/field-types/all-field-types.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import { fieldTypeOf, type ValueKind } from '#contracts/field-types.ts'
import { exampleOf } from './example-value.ts'

type Json = Record<string, unknown>

/** Names of a model's schemas in `components.schemas`. */
export const schemaName = {
  row: (key: string): string => key,
  write: (key: string): string => `${key}.write`,
  condition: (key: string): string => `${key}.condition`,
}

/** A reference to a schema by its name. */
export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const uuid: Json = { type: 'string', format: 'uuid' }

/** What the server always fills in. */
const alwaysThere = new Set(['id', 'token', 'model_id', 'revision', 'created_at', 'updated_at'])

/** The fields of a model that this reader may write. */
export const writableFields = (model: ModelInfo, access: Access): FieldInfo[] =>
  [...access.readable(model).values()].filter(
    ({ key, system, type }) => !system && fieldTypeOf(type).assigned !== true && access.mayWrite(model, key),
  )

/** JSON Schemas of a model as this reader may see and use it: as it is read, as it is written, and what may be asked. */
export function modelSchemas(model: ModelInfo, access: Access, isOpen: (key: string) => boolean): Json {
  const fields = [...access.readable(model).values()]
  const written = writableFields(model, access)
  return {
    [schemaName.row(model.key)]: {
      type: 'object',
      title: model.label,
      properties: Object.fromEntries(fields.map((field) => [field.key, readSchema(field, isOpen)])),
      required: fields.map(({ key }) => key).filter((key) => alwaysThere.has(key)),
    },
    [schemaName.write(model.key)]: {
      type: 'object',
      title: `${model.label}: what is written`,
      properties: Object.fromEntries(
        written.map((field) => [field.key, orNull({ ...describe(field), ...valueSchema(field) })]),
      ),
      example: exampleRecord(written),
      ...(model.strict ? { additionalProperties: false } : {}),
    },
    [schemaName.condition(model.key)]: conditionSchema(model, fields),
  }
}

/** A record of these fields as somebody might write it: the required ones, and a few more. */
export function exampleRecord(fields: readonly FieldInfo[]): Json {
  const shown = fields.filter(
    ({ field, type }, at) => field.required === true || (at < 6 && type !== 'file' && type !== 'image'),
  )
  return Object.fromEntries(shown.map((field) => [field.key, exampleOf(field)]))
}

const describe = ({ label, field }: FieldInfo): Json => ({
  title: label,
  ...(field.description === undefined ? {} : { description: field.description }),
})

// The parts are written for forms (draft-07); what they use means the same in 2020-12.
function valueSchema(field: FieldInfo): Json {
  if (field.type === 'relation' || field.type === 'user')
    return field.field.many === true ? { type: 'array', items: uuid } : uuid
  return fieldTypePart(field.type).schema(field.field)
}

function readSchema(field: FieldInfo, isOpen: (key: string) => boolean): Json {
  const value = valueSchema(field)
  const target = field.target !== null && isOpen(field.target) ? field.target : null
  // With `expand` the whole record stands there.
  const whole = target === null ? null : schemaRef(schemaName.row(target))
  const both = whole && field.field.many === true ? { type: 'array', items: whole } : whole
  const schema = both ? { anyOf: [value, both] } : value
  const named = {
    ...describe(field),
    ...schema,
    ...(field.system || field.computed ? { readOnly: true } : {}),
  }
  return alwaysThere.has(field.key) && field.system ? named : orNull(named)
}

function orNull({ title, description, readOnly, ...schema }: Json): Json {
  const about = Object.fromEntries(
    Object.entries({ title, description, readOnly }).filter(([, value]) => value !== undefined),
  )
  return { ...about, anyOf: [schema, { type: 'null' }] }
}

const kinds: Record<ValueKind, Json> = {
  text: { type: 'string' },
  number: { type: 'number' },
  decimal: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  id: uuid,
  list: { type: 'string' },
  json: {},
}

function conditionSchema(model: ModelInfo, fields: readonly FieldInfo[]): Json {
  const self = schemaRef(schemaName.condition(model.key))
  const list = { type: 'array', items: self }
  const one = (key: string, schema: Json): Json => ({
    type: 'object',
    properties: { [key]: schema },
    required: [key],
    additionalProperties: false,
  })
  const asked = fields.filter(({ operators }) => operators.length > 0)
  return {
    title: `${model.label}: a condition`,
    description: 'Fields across a to-one relation are written with a point: supplier.name.',
    anyOf: [
      one('and', list),
      one('or', list),
      one('not', self),
      ...asked.map((field) => ({
        type: 'object',
        title: field.label,
        properties: {
          field: { const: field.key },
          op: { enum: field.operators },
          value: {
            anyOf: [kinds[field.kind], { type: 'array', items: kinds[field.kind] }, { type: 'boolean' }],
          },
        },
        required: ['field', 'op'],
      })),
      ...(asked.some(({ target }) => target !== null)
        ? [
            {
              type: 'object',
              title: 'Across a relation',
              properties: { field: { type: 'string', pattern: '\\.' }, op: { type: 'string' }, value: {} },
              required: ['field', 'op'],
            },
          ]
        : []),
    ],
  }
}
