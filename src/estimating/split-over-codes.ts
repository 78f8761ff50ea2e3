import { expectedParts } from './expected-parts.ts'
import { isZero, type Fixed } from './fixed.ts'
import { splitAmount } from './split-amount.ts'
import type { ByCode } from './vat-codes.ts'

/**
 * Splits what is reckoned on several VAT codes over them, in proportion to the first of the bases that is not nothing;
 * where all are nothing (a sum on an empty estimate) it belongs to the first code.
 * @param percent of the basis, or null for a sum
 */
export function splitOverCodes(amount: Fixed, percent: Fixed | null, ...bases: readonly ByCode[]): ByCode {
  const basis = bases.find((byCode) => !byCode.every(isZero))
  if (basis) return splitAmount(amount, expectedParts(percent, basis))
  return (bases[0] ?? []).map((_, at) => (at === 0 ? amount : { units: 0n, scale: amount.scale }))
}
