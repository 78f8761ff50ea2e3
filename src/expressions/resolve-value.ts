import { isJsonObject } from '#base/json.ts'
import { isExpression } from '#contracts/is-expression.ts'

/**
 * Replaces every `{"=": text}` in a value by what it gives: `resolveValue({ a: { '=': 'params.id' } }, evaluate)`.
 * Throws what `evaluate` throws. A value without expressions comes back as it is.
 */
export function resolveValue(value: unknown, evaluate: (text: string) => unknown): unknown {
  if (isExpression(value)) return evaluate(value['='])
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, evaluate))
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveValue(item, evaluate)]))
  }
  return value
}
