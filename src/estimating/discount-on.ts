import type { EstimateDocument } from './estimate-document.ts'
import { parseFixed, percentOf, roundFixed, sumFixed, type Fixed } from './fixed.ts'
import { splitOverCodes } from './split-over-codes.ts'
import type { ByCode } from './vat-codes.ts'

/** The discount on a net, in all and by VAT code, as it is taken off: rounded like a markup. */
export function discountOn(
  net: ByCode,
  { discount, rounding: { markup: digits, mode } }: EstimateDocument,
): { amount: Fixed; byCode: ByCode } {
  const value = parseFixed(discount?.value ?? '0')
  const percent = discount?.kind === 'percent' ? value : null
  const amount = roundFixed(percent ? percentOf(sumFixed(net), percent) : value, digits, mode)
  return { amount, byCode: splitOverCodes(amount, percent, net) }
}
