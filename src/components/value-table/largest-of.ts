import { decimal, isDecimalText, type Decimal } from '#base/decimal.ts'
import { decimalOf } from '../field/field-traits.ts'

/** A value as a number; null where it is none. */
export function numberIn(value: unknown): Decimal | null {
  const text = decimalOf(value)
  return text !== null && isDecimalText(text) ? decimal(text) : null
}

/** The largest size among the numbers of a column; null where there is none but zero. */
export function largestOf(rows: readonly Readonly<Record<string, unknown>>[], key: string): Decimal | null {
  let largest = decimal('0')
  for (const row of rows) {
    const size = numberIn(row[key])?.abs()
    if (size?.gt(largest)) largest = size
  }
  return largest.eq(0) ? null : largest
}
