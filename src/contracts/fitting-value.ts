import { fieldTypeOf, type FieldType } from './field-types.ts'

/**
 * What an expression answers in the form a field takes: a number where the field holds numbers (decimals travel as text),
 * a day of a moment, a moment of a day. What does not fit stays and is refused by the validator.
 */
export function fittingValue(type: FieldType, value: unknown): unknown {
  const { value: kind } = fieldTypeOf(type)
  if (kind === 'number' && typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value))
    return Number(value)
  if (kind === 'text' && typeof value === 'number') return String(value)
  if (kind === 'decimal' && typeof value === 'number') return String(value)
  if (kind === 'date' && typeof value === 'string' && /^[\d-]{10}[T ]/.test(value)) return value.slice(0, 10)
  if (kind === 'datetime' && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value))
    return `${value}T00:00:00.000Z`
  return value
}
