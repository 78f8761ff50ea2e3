import { must } from '#base/assert.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import { percentOf, roundFixed, type Fixed } from './fixed.ts'
import { addByCode, type ByCode, type VatCodes } from './vat-codes.ts'

/** VAT on one amount of the code at a position. */
export const vatOn = (amount: Fixed, at: number, codes: VatCodes, policy: RoundingPolicy): Fixed =>
  roundFixed(percentOf(amount, must(codes.percents[at])), policy.vat, policy.mode)

/**
 * VAT by code: once per rate on the net after discount, or on each line by itself, with what stands below the sum
 * (markups, discount) as further lines.
 * @param onLines the VAT of the lines, asked for only where the policy charges lines
 * @example chargeVat(net, () => lineVat, [], codes, roundingPresets.GAEB)
 */
export function chargeVat(
  net: ByCode,
  onLines: () => ByCode,
  below: readonly ByCode[],
  codes: VatCodes,
  policy: RoundingPolicy,
): ByCode {
  const vatOnEach = (amounts: ByCode): ByCode => amounts.map((amount, at) => vatOn(amount, at, codes, policy))
  if (policy.vatAt === 'document_per_rate') return vatOnEach(net)
  return addByCode(onLines(), ...below.map(vatOnEach))
}
