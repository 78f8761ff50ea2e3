import type { Message } from '#base/saying.ts'
import type { ExpressionError } from '#expressions/expression-error.ts'

export type RecipeProblemCode =
  | 'no_price'
  | 'unknown_item'
  | 'unknown_recipe'
  | 'unknown_unit'
  | 'unknown_path'
  | 'cycle'
  | 'too_deep'
  | 'too_large'
  | 'duplicate_key'
  | 'name_taken'
  | 'param'
  | 'table'
  | 'formula'
  | 'dimension'
  | 'percent'
  | 'waste'
  | 'crew'
  | 'currency'
  | 'item_status'
  | 'override'

/**
 * One thing that is wrong with a recipe, with what it takes to say it in the reader's language. `path` leads to the
 * component or parameter: `wall/bricks`, `params.height`.
 */
export interface RecipeProblem extends Message {
  code: RecipeProblemCode
  path: string
  /** The position in the formula, from 0; null where it is none. */
  at: number | null
}

export const problem = (
  code: RecipeProblemCode,
  path: string,
  words: Message,
  at: number | null = null,
): RecipeProblem => ({ code, path, ...words, at })

export const formulaProblem = (path: string, error: ExpressionError): RecipeProblem =>
  problem('formula', path, { message: error.message, ...error.said }, error.at)
