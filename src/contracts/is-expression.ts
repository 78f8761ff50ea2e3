import type { Expression } from './expression.ts'

// Apart from the schema, so that the browser reads layouts without the validator.

/** Whether a value is an expression in a place that also takes a plain value. */
export const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' &&
  value !== null &&
  '=' in value &&
  typeof value['='] === 'string' &&
  Object.keys(value).length === 1
