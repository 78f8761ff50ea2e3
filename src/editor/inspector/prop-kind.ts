import { isJsonObject } from '#base/json.ts'
import { placeOfItem, placeOfKey, type SchemaPlace } from '#engine/bindings/prop-schema.ts'

type Schema = Readonly<Record<string, unknown>>

/** Which control a value gets. */
export type PropKind =
  | {
      kind:
        | 'text'
        | 'long-text'
        | 'url'
        | 'number'
        | 'boolean'
        | 'icon'
        | 'model'
        | 'layout'
        | 'field'
        | 'fields'
    }
  | { kind: 'where' | 'sort' | 'json' }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'list'; item: SchemaPlace }
  | { kind: 'object'; props: readonly PropDescription[] }
  | { kind: 'map'; value: SchemaPlace }
  /** Anything; mostly a word or an expression. */
  | { kind: 'any' }

/** One key of an object as the inspector shows it. */
export interface PropDescription {
  name: string
  /** The key in words: `page_size` → "Page size". */
  label: string
  help: string | null
  required: boolean
  /** What holds while nothing is set; undefined when nothing does. */
  fallback: unknown
  place: SchemaPlace
}

const controls = ['long-text', 'url', 'icon', 'model', 'layout', 'field', 'fields', 'where', 'sort'] as const

/** The keys of an object in a component's schema, in their order. */
export function propsOf(place: SchemaPlace): PropDescription[] {
  const seen = new Map<string, PropDescription>()
  for (const branch of place.branches) {
    const properties = branch['properties']
    if (!isJsonObject(properties) || isExpressionSchema(branch)) continue
    const required = Array.isArray(branch['required']) ? (branch['required'] as unknown[]) : []
    for (const name of Object.keys(properties)) {
      if (seen.has(name)) continue
      const inner = placeOfKey(place, name)
      seen.set(name, {
        name,
        label: wordsOf(name),
        help: firstText(inner, 'description'),
        required: required.includes(name),
        fallback: inner.branches.find((schema) => 'default' in schema)?.['default'],
        place: inner,
      })
    }
  }
  return [...seen.values()]
}

/** The control for a place in a component's schema. */
export function kindOf(place: SchemaPlace): PropKind {
  const branches = place.branches.filter((branch) => !isExpressionSchema(branch))
  const control = controls.find((name) => branches.some((branch) => branch['control'] === name))
  if (control) return { kind: control }
  const options = branches.flatMap(optionsOf)
  if (options.length > 0 && branches.every((branch) => optionsOf(branch).length > 0 || !holdsText(branch)))
    return { kind: 'choice', options: [...new Set(options)] }
  const types = new Set(branches.flatMap(typesOf))
  types.delete('null')
  if (types.size > 1)
    return types.has('object') || types.has('array') || types.has('boolean')
      ? { kind: 'any' }
      : { kind: 'text' }
  if (types.has('boolean')) return { kind: 'boolean' }
  if (types.has('number')) return { kind: 'number' }
  if (types.has('string')) return { kind: 'text' }
  if (types.has('array')) return { kind: 'list', item: placeOfItem(place) }
  if (types.has('object')) return kindOfObject({ root: place.root, branches })
  return { kind: 'json' }
}

function kindOfObject(place: SchemaPlace): PropKind {
  const props = propsOf(place)
  const alternatives = place.branches.filter((branch) => isJsonObject(branch['properties']))
  // Several shapes of object (a condition, say) have no one form.
  if (alternatives.length > 1) return { kind: 'json' }
  if (props.length > 0) return { kind: 'object', props }
  const inner = place.branches.flatMap((branch) =>
    isJsonObject(branch['additionalProperties']) ? [branch] : [],
  )
  // A key of that name is in no schema, so what any key may hold is found.
  return inner.length > 0 ? { kind: 'map', value: placeOfKey(place, '*') } : { kind: 'json' }
}

const isExpressionSchema = (schema: Schema): boolean =>
  isJsonObject(schema['properties']) &&
  Object.keys(schema['properties']).length === 1 &&
  '=' in schema['properties']

const optionsOf = (schema: Schema): string[] =>
  (Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [schema['const']]).filter(
    (option): option is string => typeof option === 'string',
  )

const holdsText = (schema: Schema): boolean => typesOf(schema).includes('string')

function typesOf(schema: Schema): string[] {
  const { type } = schema
  const types = Array.isArray(type) ? (type as unknown[]) : [type]
  return types
    .filter((name): name is string => typeof name === 'string')
    .map((name) => (name === 'integer' ? 'number' : name))
}

function firstText({ branches }: SchemaPlace, key: string): string | null {
  for (const branch of branches) {
    const value = branch[key]
    if (typeof value === 'string') return value
  }
  return null
}

/** A key in words: `page_size` → "Page size". */
export function wordsOf(key: string): string {
  const words = key.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
