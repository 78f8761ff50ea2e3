import { isJsonObject } from '#base/json.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import type { Values } from '../data/record-writes.ts'

/** The fields of a write, or a refusal when the binding gave something else. */
export function valuesOf(value: unknown): Values {
  if (isJsonObject(value)) return value
  throw new ExpressionError('expression_type', 'The values to write are no record.')
}
