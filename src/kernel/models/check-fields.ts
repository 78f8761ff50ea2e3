import type { ErrorDetail } from '#base/app-error.ts'
import { decimal, isDecimalText } from '#base/decimal.ts'
import { saying, type Message } from '#base/saying.ts'
import type { Field } from '#contracts/field.ts'
import { fieldTypeOf, hasSetting, type FieldType } from '#contracts/field-types.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { compilePattern } from '#expressions/match-pattern.ts'
import { fieldTypePart } from '../field-types/all-field-types.ts'
import { defaultProblem } from './check-default.ts'
import { conditionParts, conditionProblem, expressionOf, unknownNames } from './field-conditions.ts'
import { normaliseValue } from './normalise-value.ts'

/** What a field list may refer to. */
export interface FieldSurroundings {
  /** Whether a model of this key exists (or is the one that is being written). */
  hasModel(key: string): boolean
  /** Keys conditions may read beside those of the list itself: of the archetype a model takes on, or the reverse. */
  otherKeys?: ReadonlySet<string>
}

/**
 * What is wrong with field definitions beyond their shape, for the save of a model or archetype: unknown targets, options
 * used twice, patterns that cannot be read, defaults that do not fit. Places are `<path>.<index>.<part>`.
 */
export function checkFields(
  fields: readonly Field[],
  surroundings: FieldSurroundings,
  path = 'schema.fields',
): ErrorDetail[] {
  const keys = new Set([...fields.map(({ key }) => key), ...(surroundings.otherKeys ?? [])])
  const types = new Map(fields.map(({ key, type }) => [key, type]))
  return fields.flatMap((field, index) => {
    const details: ErrorDetail[] = []
    const note = (part: string, code: string, problem: string | Message) =>
      details.push({ path: `${path}.${index}.${part}`, code, ...ofField(field.key, problem) })
    if (field.type === 'relation' && field.target === undefined)
      note('target', 'required', 'Say which model it links to.')
    if (field.target !== undefined && !surroundings.hasModel(field.target))
      note('target', 'unknown_model', 'There is no such model.')
    const options = (field.options ?? []).map((option) => optionParts(option).value)
    if (new Set(options).size < options.length)
      note('options', 'duplicate', 'Two options have the same value.')
    if (field.open && field.type !== 'multi_select')
      note('open', 'open', 'Only several choices can take other values as well.')
    if (
      field.unique === true &&
      (!hasSetting(field.type, 'unique') || field.many === true || field.currencies)
    )
      note('unique', 'unique', 'Values of this type cannot be unique.')
    const [namesCurrency] = field.currency_from?.split('.') ?? []
    if (namesCurrency !== undefined && (field.type !== 'money' || !keys.has(namesCurrency)))
      note(
        'currency_from',
        'unknown_field',
        saying('There is no field “{{field}}” that names its currency.', { field: namesCurrency }),
      )
    const pattern = patternProblem(field.pattern)
    if (pattern !== null) note('pattern', 'pattern', pattern)
    const unreadable = (['min', 'max'] as const).filter((part) => !isLimit(field, part))
    for (const part of unreadable) note(part, 'type', 'Write a value that the field itself could hold.')
    if (unreadable.length === 0 && isEmptyRange(field))
      note('max', 'range', 'The largest value is below the smallest.')
    for (const { part, code, ...problem } of fieldTypePart(field.type).check?.(field) ?? [])
      note(part, code, problem)
    for (const part of [...conditionParts, 'default'] as const) {
      const text = expressionOf(field, part)
      if (text === null) continue
      const problem = conditionProblem(text)
      const [unknown] = unknownNames(text, keys, (key) => types.get(key) === 'address')
      if (problem !== null) note(part, 'expression', problem)
      else if (unknown !== undefined)
        note(part, 'unknown_field', saying('There is no field “{{field}}”.', { field: unknown }))
    }
    const wrongDefault = details.some((detail) => detail.path.endsWith('.default'))
      ? null
      : defaultProblem(field, (key) => types.get(key))
    if (wrongDefault) note('default', wrongDefault.code, wrongDefault)
    return details
  })
}

/** A problem with the field's key in front. One without values is a word of the product's own, translated by itself. */
function ofField(key: string, problem: string | Message): Message {
  const { message, text = message, values } = typeof problem === 'string' ? { message: problem } : problem
  return values
    ? saying(`{{key}}: ${text}`, { ...values, key })
    : saying('{{key}}: {{problem}}', { key, problem: { names: [message] } })
}

// A link, a choice or a yes is seldom unique by itself and often is beside another.
const together: ReadonlySet<FieldType> = new Set([
  'relation',
  'user',
  'select',
  'status',
  'boolean',
  'datetime',
  'duration',
  'rating',
  'colour',
])

/** Whether a field may be one of several that are unique together. */
export const canBeUniqueTogether = (field: Pick<Field, 'type' | 'many' | 'currencies'>): boolean =>
  (together.has(field.type) || hasSetting(field.type, 'unique')) && field.many !== true && !field.currencies

function patternProblem(pattern: string | undefined): string | null {
  if (pattern === undefined) return null
  try {
    compilePattern(pattern)
    return null
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}

/** Whether a limit can be compared with the values of its field: one that is no day or number would let everything pass. */
function isLimit(field: Field, part: 'min' | 'max'): boolean {
  const limit = field[part]
  if (limit === undefined || !hasSetting(field.type, 'range')) return true
  const { value: kind } = fieldTypeOf(field.type)
  if (kind === 'number' || kind === 'decimal') return isDecimalText(String(limit))
  const { min: _min, max: _max, ...bare } = field
  return !('code' in normaliseValue(bare, limit))
}

function isEmptyRange({ min, max, min_length, max_length }: Field): boolean {
  if (min_length !== undefined && max_length !== undefined && min_length > max_length) return true
  if (min === undefined || max === undefined) return false
  const [low, high] = [String(min), String(max)]
  return isDecimalText(low) && isDecimalText(high) ? decimal(low).gt(decimal(high)) : low > high
}
