import type { Archetype } from '#contracts/archetype.ts'
import type { Field } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { isShownIn } from '#contracts/shown-in.ts'
import type { FieldType } from '#contracts/field-types.ts'
import type { Access } from '../permissions/compile-permissions.ts'
import { effectiveFields } from './effective-archetype.ts'
import { memberModelKey } from './field-info.ts'
import type { ModelInfo } from './workspace.ts'

type JsonSchema = Record<string, unknown>

export interface FormSchema {
  /** JSON Schema, draft-07. Fields the role may not read are not there; those it may not write are `readOnly`. */
  schema: JsonSchema
  /** For `@rjsf/core`: `ui:widget` is the field's type (`ui:field` for `json`), `ui:options` what the widget needs. */
  uiSchema: Record<string, unknown>
}

/** The form of a record of this model, with this archetype, for this role. */
export function formSchema(model: ModelInfo, archetype: Archetype | null, access: Access): FormSchema {
  const fields = formFields(model, archetype, access)
  const writable = ({ key }: Field) => access.mayWrite(model, key, true)
  return {
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      title: model.label,
      properties: Object.fromEntries(
        fields.map((field) => [
          field.key,
          { ...fieldSchema(field), ...(writable(field) ? {} : { readOnly: true }) },
        ]),
      ),
      required: fields.filter((field) => field.required === true && writable(field)).map(({ key }) => key),
      ...(model.strict ? { additionalProperties: false } : {}),
    },
    uiSchema: {
      'ui:order': [...fields.map(({ key }) => key), '*'],
      ...Object.fromEntries(
        fields.map((field) => [
          field.key,
          { ...uiOf(field), ...(writable(field) ? {} : { 'ui:readonly': true }) },
        ]),
      ),
    },
  }
}

function formFields(model: ModelInfo, archetype: Archetype | null, access: Access): Field[] {
  if (!access.can(model, 'read')) return []
  if (model.kind === 'objects')
    return effectiveFields(model, archetype).filter(
      (field) => access.mayRead(model, field.key, true) && isShownIn(field, 'form'),
    )
  const readable = access.readable(model)
  return (model.system?.writable ?? []).flatMap((key) => readable.get(key)?.field ?? [])
}

function fieldSchema(field: Field): JsonSchema {
  return {
    title: field.label,
    ...(field.description === undefined ? {} : { description: field.description }),
    ...byType[field.type](field),
    ...(field.default === undefined ? {} : { default: field.default }),
  }
}

const text =
  (longest: number, format?: string) =>
  (field: Field): JsonSchema => ({
    type: 'string',
    ...(field.required === true ? { minLength: 1 } : {}),
    maxLength: field.max_length ?? longest,
    ...(format === undefined ? {} : { format }),
    ...(field.pattern !== undefined && browserReads(field.pattern) ? { pattern: field.pattern } : {}),
  })

// The server's pattern language (RE2) is not the browser's: what a browser cannot read is left to the server.
function browserReads(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const number =
  (type: 'number' | 'integer') =>
  ({ min, max }: Field): JsonSchema => ({
    type,
    ...(typeof min === 'number' ? { minimum: min } : {}),
    ...(typeof max === 'number' ? { maximum: max } : {}),
  })

const exact = ({ scale }: Field): JsonSchema => ({
  type: 'string',
  pattern: scale === 0 ? '^-?[0-9]{1,30}$' : `^-?[0-9]{1,30}(\\.[0-9]{1,${scale ?? 18}})?$`,
})

const options = (field: Field): JsonSchema =>
  field.options && field.options.length > 0
    ? { oneOf: field.options.map(optionParts).map(({ value, label }) => ({ const: value, title: label })) }
    : { maxLength: 200 }

const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items, uniqueItems: true, maxItems: 1000 })
const id: JsonSchema = { type: 'string', format: 'uuid' }
const link = (field: Field): JsonSchema => (field.many === true ? list(id) : id)

const files = (): JsonSchema => ({
  type: 'array',
  maxItems: 100,
  items: {
    type: 'object',
    properties: {
      id,
      name: { type: 'string' },
      type: { type: 'string' },
      size: { type: 'integer' },
    },
    required: ['id'],
  },
})

const byType = {
  text: text(10_000),
  long_text: text(100_000),
  markdown: text(100_000),
  email: text(320, 'email'),
  phone: text(40),
  url: text(2000, 'uri'),
  number: number('number'),
  integer: number('integer'),
  decimal: exact,
  percent: exact,
  money: exact,
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date' }),
  datetime: () => ({ type: 'string', format: 'date-time' }),
  select: (field) => ({ type: 'string', ...options(field) }),
  multi_select: (field) => list({ type: 'string', ...options(field) }),
  relation: link,
  user: link,
  file: files,
  image: files,
  json: () => ({}),
} as const satisfies Record<FieldType, (field: Field) => JsonSchema>

function uiOf(field: Field): Record<string, unknown> {
  const { many, unit, currency, scale, min, max } = field
  const target = field.type === 'user' ? memberModelKey : field.target
  const given = {
    type: field.type,
    target,
    many,
    unit,
    currency,
    scale,
    min,
    max,
    options: field.options?.map(optionParts),
  }
  const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const shown = field.type === 'json' ? { 'ui:field': 'json' } : { 'ui:widget': field.type }
  return { ...shown, 'ui:options': told }
}
