import { isJsonObject } from '#base/json.ts'
import type { Schema } from './read-document.ts'

type Schemas = Readonly<Record<string, Schema>>

/** A schema with its reference followed; `name` is the reference's last part. */
export function follow(schema: Schema, schemas: Schemas): { schema: Schema; name: string | null } {
  const ref = schema['$ref']
  if (typeof ref !== 'string') return { schema, name: null }
  const name = ref.split('/').at(-1) ?? ''
  return { schema: schemas[name] ?? {}, name }
}

const parts = (schema: Schema, key: string): Schema[] =>
  Array.isArray(schema[key]) ? (schema[key] as unknown[]).filter(isJsonObject) : []

/** The branches of a schema that says "one of these", without the one for nothing. */
export const branches = (schema: Schema): Schema[] =>
  [...parts(schema, 'anyOf'), ...parts(schema, 'oneOf')].filter(({ type }) => type !== 'null')

/** What a schema is in a word or two: `text`, `list of firm`, `"open" | "done"`, `date-time`. */
export function schemaWords(given: Schema, schemas: Schemas): string {
  const { schema, name } = follow(given, schemas)
  if (name !== null) return name
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  const several = branches(schema)
  if (several.length > 0) {
    const words = [...new Set(several.map((branch) => schemaWords(branch, schemas)))]
    return words.length > 8 ? `${words.slice(0, 8).join(' | ')} | …` : words.join(' | ')
  }
  const [first] = parts(schema, 'allOf')
  if (first) return schemaWords(first, schemas)
  if (schema['type'] === 'array')
    return `${schemaWords(isJsonObject(schema['items']) ? schema['items'] : {}, schemas)}[]`
  if (typeof schema['format'] === 'string') return schema['format']
  if (Array.isArray(schema['type'])) return schema['type'].join(' | ')
  return typeof schema['type'] === 'string' ? schema['type'] : 'any'
}

/** A property of an object schema. */
export interface Property {
  key: string
  schema: Schema
  required: boolean
}

/** The properties of an object schema, of its parts, or of the entries of a list. */
export function propertiesOf(given: Schema, schemas: Schemas): Property[] {
  const { schema } = follow(given, schemas)
  if (schema['type'] === 'array' && isJsonObject(schema['items']))
    return propertiesOf(schema['items'], schemas)
  const all = [schema, ...parts(schema, 'allOf')]
  const required = all.flatMap((part): unknown[] => (Array.isArray(part['required']) ? part['required'] : []))
  const own = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : []
  const [only, ...others] = branches(schema)
  return [
    ...own.map(([key, value]) => ({
      key,
      schema: isJsonObject(value) ? value : {},
      required: required.includes(key),
    })),
    ...parts(schema, 'allOf').flatMap((part) =>
      propertiesOf(part, schemas).map((one) => ({
        ...one,
        required: one.required || required.includes(one.key),
      })),
    ),
    ...(only && others.length === 0 ? propertiesOf(only, schemas) : []),
  ]
}
