import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import { fixedText, roundFixed, type Fixed } from './fixed.ts'

/**
 * Writes money with as many digits as the finest of the steps of money has, so that nothing is cut off.
 * @example moneyText(roundingPresets.GAEB)(parseFixed('12.5')) // '12.50'
 */
export function moneyText(...policies: readonly RoundingPolicy[]): (amount: Fixed) => string {
  const digits = Math.max(...policies.flatMap(({ lineTotal, markup, vat }) => [lineTotal, markup, vat]))
  return (amount) => fixedText(roundFixed(amount, digits, 'half_up'))
}
