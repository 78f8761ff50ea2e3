import { decimal, decimalText, roundHalfUp, type Decimal } from '#base/decimal.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import type { EstimateLine } from '#estimating/estimate-document.ts'
import type { LineTotals } from '#estimating/estimate-totals.ts'

/**
 * The formula of a line's total in its row, where a spreadsheet, which reckons in binary numbers and rounds halves away from
 * zero, comes to the same cent by it; else undefined.
 */
export function totalFormula(
  line: EstimateLine,
  totals: LineTotals,
  { lineTotal }: Pick<RoundingPolicy, 'lineTotal'>,
  row: number,
): string | undefined {
  if (totals.unitRate === null) return undefined
  const [quantity, rate, off] = [totals.quantity, totals.unitRate, line.discountPct ?? null]
  const lump = line.itemType === 'lump_sum'
  const amount = lump ? `ROUND(F${row},${lineTotal})` : `ROUND(D${row}*F${row},${lineTotal})`
  const reckoned = rounded(lump ? Number(rate) : Number(quantity) * Number(rate), lineTotal)
  const less = off === null ? null : rounded((Number(reckoned) * Number(off)) / 100, lineTotal)
  const total = less === null ? decimal(reckoned) : decimal(reckoned).minus(less)
  if (!isPlain(quantity, rate, off ?? '0') || !total.eq(decimal(totals.total))) return undefined
  return less === null ? amount : `${amount}-ROUND(${amount}*G${row}/100,${lineTotal})`
}

/** As spreadsheets round: by the fifteen digits that they show. */
export const rounded = (value: number, digits: number): string =>
  roundHalfUp(decimal(value.toPrecision(15)) satisfies Decimal, digits)

/** Numbers that a spreadsheet holds with all their digits. */
const isPlain = (...numbers: readonly string[]): boolean =>
  numbers.every(
    (number) => decimalText(decimal(number)).replaceAll(/[-.]/g, '').replace(/^0+/, '').length <= 15,
  )
