import { decimal, decimalText, isDecimalText, type Decimal } from '#base/decimal.ts'
import type { Field } from '#contracts/field.ts'
import { wrong, type FieldTypePart, type Problem } from './field-type-part.ts'

interface NumberRules {
  whole?: boolean
  /** Limits of the type itself, where the field has none. */
  min?: number
  max?: number
}

/** A JSON number of at most 15 significant digits. */
export const numberType = ({ whole = false, min, max }: NumberRules = {}): FieldTypePart => ({
  normalise(value, field) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return wrong('type', 'Write a number.')
    if (Math.abs(value) >= 1e15) return wrong('range', 'This number is too large.')
    if (value !== 0 && Math.abs(value) < 1e-15) return wrong('range', 'This number is too small.')
    if (whole && !Number.isInteger(value)) return wrong('type', 'Write a whole number.')
    // 15 significant digits survive every way a number travels; -0 is 0.
    const kept = Number(value.toPrecision(15)) + 0
    return outOfRange(decimal(kept), { min, max, ...limitsOf(field) }) ?? { value: kept }
  },
  schema(field) {
    const limits = { min, max, ...limitsOf(field) }
    return {
      type: whole ? 'integer' : 'number',
      ...(typeof limits.min === 'number' ? { minimum: limits.min } : {}),
      ...(typeof limits.max === 'number' ? { maximum: limits.max } : {}),
    }
  },
})

type Limits = { min?: number | string | undefined; max?: number | string | undefined }

const limitsOf = ({ min, max }: Field): Limits => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
})

/** Why an amount is below or above what is allowed; null when it is neither. */
export function outOfRange(amount: Decimal, { min, max }: Limits): Problem | null {
  if (min !== undefined && isNumeric(min) && amount.lt(min))
    return wrong('min', 'At least {{number}}.', { number: { decimal: decimalText(decimal(min)) } })
  if (max !== undefined && isNumeric(max) && amount.gt(max))
    return wrong('max', 'At most {{number}}.', { number: { decimal: decimalText(decimal(max)) } })
  return null
}

const isNumeric = (limit: number | string): boolean => typeof limit === 'number' || isDecimalText(limit)
