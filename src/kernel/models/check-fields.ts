import type { ErrorDetail } from '#base/app-error.ts'
import { decimal, isDecimalText } from '#base/decimal.ts'
import type { Field } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { compilePattern } from '#expressions/match-pattern.ts'
import { normaliseValue } from './normalise-value.ts'

/** What a field list may refer to. */
export interface FieldSurroundings {
  /** Whether a model of this key exists (or is the one that is being written). */
  hasModel(key: string): boolean
}

const cannotBeUnique: ReadonlySet<string> = new Set([
  'long_text',
  'markdown',
  'boolean',
  'multi_select',
  'file',
  'image',
  'json',
])

/**
 * What is wrong with field definitions beyond their shape, for the save of a model or archetype: unknown targets, options
 * used twice, patterns that cannot be read, defaults that do not fit. Places are `<path>.<index>.<part>`.
 */
export function checkFields(
  fields: readonly Field[],
  surroundings: FieldSurroundings,
  path = 'schema.fields',
): ErrorDetail[] {
  return fields.flatMap((field, index) => {
    const details: ErrorDetail[] = []
    const note = (part: string, code: string, message: string) =>
      details.push({ path: `${path}.${index}.${part}`, code, message: `${field.key}: ${message}` })
    if (field.type === 'relation' && field.target === undefined)
      note('target', 'required', 'Say which model it links to.')
    if (field.target !== undefined && !surroundings.hasModel(field.target))
      note('target', 'unknown_model', 'There is no such model.')
    const options = (field.options ?? []).map((option) => optionParts(option).value)
    if (new Set(options).size < options.length)
      note('options', 'duplicate', 'Two options have the same value.')
    if (field.unique === true && (cannotBeUnique.has(field.type) || field.many === true))
      note('unique', 'unique', 'Values of this type cannot be unique.')
    const pattern = patternProblem(field.pattern)
    if (pattern !== null) note('pattern', 'pattern', pattern)
    if (isEmptyRange(field)) note('max', 'range', 'The largest value is below the smallest.')
    if (field.default !== undefined) {
      const result = normaliseValue(field, field.default)
      if ('code' in result && result.code !== 'pattern') note('default', result.code, result.message)
    }
    return details
  })
}

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

function isEmptyRange({ min, max }: Field): boolean {
  if (min === undefined || max === undefined) return false
  const [low, high] = [String(min), String(max)]
  return isDecimalText(low) && isDecimalText(high) ? decimal(low).gt(decimal(high)) : low > high
}
