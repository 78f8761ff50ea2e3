import type { Message } from '#base/saying.ts'
import { ExpressionError, type ExpressionProblem } from './expression-error.ts'

/**
 * An expression error whose values travel beside its words, so that the reader's side says it in the reader's language.
 * Apart from `ExpressionError`, which every screen loads, as reading and checking an expression come later.
 * @example wordedError('expression_syntax', saying('There is no function “{{name}}”.', { name: fn }), at)
 */
export function wordedError(
  problem: ExpressionProblem,
  { message, ...said }: Message,
  at: number | null = null,
): ExpressionError {
  const error = new ExpressionError(problem, message, at)
  const details = [{ path: '', code: problem, message, ...said, ...(at !== null && { at }) }]
  return Object.assign(error, { said, details })
}
