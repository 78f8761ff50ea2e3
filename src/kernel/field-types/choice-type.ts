import type { MessageValues } from '#base/saying.ts'
import type { Field } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import {
  wrong,
  type FieldTypePart,
  type JsonSchema,
  type Normalise,
  type Normalised,
} from './field-type-part.ts'
import { normaliseText } from './text-type.ts'

const valuesOf = (field: Field): string[] => (field.options ?? []).map((option) => optionParts(option).value)

/** So many options are named where a value is none of them; whoever mends a file knows by them what is meant. */
const mostNamed = 8

function sayOptions({ options = [] }: Field): [text: string, values: MessageValues] {
  const names = options.slice(0, mostNamed).map((option) => optionParts(option).label)
  return options.length > mostNamed
    ? ['Choose one of the options, such as “{{names}}”.', { names: { names } }]
    : ['Choose one of the options: “{{names}}”.', { names: { names } }]
}

const normalise: Normalise = (value, field) => {
  if (typeof value !== 'string') return wrong('type', 'Choose one of the options.')
  const options = valuesOf(field)
  if (options.includes(value)) return { value }
  if (options.length > 0 && !field.open) return wrong('option', ...sayOptions(field))
  return normaliseText(200)(value, { ...field, pattern: undefined, min_length: undefined })
}

const options = (field: Field): JsonSchema =>
  field.options && field.options.length > 0 && !field.open
    ? { oneOf: field.options.map(optionParts).map(({ value, label }) => ({ const: value, title: label })) }
    : { maxLength: 200 }

/** One of the field's options; any short text while it has none. */
export const choiceType: FieldTypePart = {
  normalise,
  schema: (field) => ({ type: 'string', ...options(field) }),
}

/** Several of the field's options, and other short texts where it is open; in the order they were chosen, none twice. */
export const choicesType: FieldTypePart = {
  normalise: (value, field) => normaliseList(normalise, 'Choose from the options.')(value, field),
  schema: (field) => list({ type: 'string', ...options(field) }),
}

const mostItems = 1000

/** A list without repeats, each entry by its own rule. */
export const normaliseList =
  (item: Normalise, message: string): Normalise =>
  (value, field): Normalised => {
    if (!Array.isArray(value)) return wrong('type', message)
    if (value.length > mostItems) return wrong('limit', 'At most {{count}} entries.', { count: mostItems })
    const items = value.map((entry: unknown) => item(entry, field))
    const problem = items.find((entry) => 'code' in entry)
    if (problem) return problem
    return { value: [...new Set(items.map((entry) => ('value' in entry ? entry.value : null)))] }
  }

/** The JSON Schema of such a list. */
export const list = (items: JsonSchema): JsonSchema => ({
  type: 'array',
  items,
  uniqueItems: true,
  maxItems: mostItems,
})
