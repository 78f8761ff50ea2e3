import { RE2JS } from 're2js'
import { ExpressionError } from './expression-error.ts'

const compiled = new Map<string, RE2JS>()
const mostPatterns = 500
const longestPattern = 500

/**
 * Whether a pattern (RE2 syntax) occurs in a text, in time linear in the text: `matchPattern('AB-12', '^[A-Z]+-')`.
 * Weighs much, so browsers load this file only where an expression uses `matches`. Throws `ExpressionError` for a
 * pattern that cannot be read or is over 500 characters.
 */
export const matchPattern = (text: string, pattern: string): boolean =>
  compilePattern(pattern).matcher(text).find()

/** Reads a pattern, to check it before it is stored. Throws `ExpressionError` as `matchPattern` does. */
export function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known) return known
  if (pattern.length > longestPattern) throw unreadable()
  const made = compile(pattern)
  if (compiled.size >= mostPatterns) compiled.clear()
  compiled.set(pattern, made)
  return made
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown): ExpressionError {
  const why = cause instanceof Error ? `: ${cause.message}` : ''
  return new ExpressionError('expression_syntax', `This pattern cannot be read${why}.`)
}
