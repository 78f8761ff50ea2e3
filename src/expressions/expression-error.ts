import { AppError } from '#base/app-error.ts'

export type ExpressionProblem =
  | 'expression_syntax'
  | 'expression_unknown_name'
  | 'expression_unknown_function'
  | 'expression_type'
  | 'expression_too_expensive'

/**
 * The one thing reading, checking or evaluating an expression throws. `at` is the position in the text, from 0, or
 * null where the tree holds none. At the API it is 422 `invalid` with one detail.
 */
export class ExpressionError extends AppError {
  readonly problem: ExpressionProblem
  readonly at: number | null

  constructor(problem: ExpressionProblem, message: string, at: number | null = null) {
    super('invalid', message, { details: [{ path: '', code: problem, message, ...(at !== null && { at }) }] })
    this.name = 'ExpressionError'
    this.problem = problem
    this.at = at
  }
}
