import { decimal, type Decimal } from '#base/decimal.ts'
import { decimalOf } from '../field/field-traits.ts'

/** The largest size among the numbers of a column; null where there is none but zero. */
export function largestOf(rows: readonly Readonly<Record<string, unknown>>[], key: string): Decimal | null {
  let largest = decimal('0')
  for (const row of rows) {
    const text = decimalOf(row[key])
    const size = text === null || text === '' ? decimal('0') : decimal(text).abs()
    if (size.gt(largest)) largest = size
  }
  return largest.eq(0) ? null : largest
}
