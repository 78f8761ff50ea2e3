import { ExpressionError } from '#expressions/expression-error.ts'
import { matchPattern } from '#expressions/match-pattern.ts'
import { isStorableText } from '../models/value-formats.ts'
import { wrong, type FieldTypePart, type Normalise, type Normalised } from './field-type-part.ts'

interface TextRules {
  longest: number
  /** What the text must be beside its length, with the words of a refusal. */
  check?: (text: string) => boolean
  message?: string
  /** Name of the form in JSON Schema. */
  format?: string
}

/** A text of at most `longest` characters that meets the field's own limits and pattern. */
export const textType = ({ longest, check, message = '', format }: TextRules): FieldTypePart => ({
  normalise: normaliseText(longest, check, message),
  schema: (field) => ({
    type: 'string',
    ...(field.min_length !== undefined
      ? { minLength: field.min_length }
      : field.required === true
        ? { minLength: 1 }
        : {}),
    maxLength: field.max_length ?? longest,
    ...(format === undefined ? {} : { format }),
    ...(field.pattern !== undefined && browserReads(field.pattern) ? { pattern: field.pattern } : {}),
  }),
})

/** Checks a text; for types that are texts with rules of their own. */
export const normaliseText =
  (longest: number, check?: (text: string) => boolean, message = ''): Normalise =>
  (value, field) => {
    if (typeof value !== 'string') return wrong('type', 'Write a text.')
    if (!isStorableText(value)) return wrong('text', 'This text holds characters that cannot be stored.')
    const limit = field.max_length ?? longest
    if (value.length > limit && [...value].length > limit)
      return wrong('max_length', 'At most {{count}} characters.', { count: limit })
    if (field.min_length !== undefined && [...value].length < field.min_length)
      return wrong('min_length', 'At least {{count}} characters.', { count: field.min_length })
    if (check && !check(value)) return wrong('format', message)
    return field.pattern === undefined ? { value } : meetsPattern(value, field.pattern)
  }

function meetsPattern(value: string, pattern: string): Normalised {
  try {
    if (matchPattern(value, pattern)) return { value }
    return wrong('pattern', 'This does not have the form that is asked for.')
  } catch (error) {
    if (error instanceof ExpressionError) return wrong('pattern', error.message)
    throw error
  }
}

// The server's pattern language (RE2) is not the browser's: what a browser cannot read is left to the server.
function browserReads(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
