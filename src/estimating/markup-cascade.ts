import { must } from '#base/assert.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import { addFixed, multiplyFixed, percentOf, roundFixed, sumFixed, type Fixed } from './fixed.ts'
import type { ReadyMarkup } from './markup-basis.ts'
import { splitOverCodes } from './split-over-codes.ts'
import { addByCode, type ByCode } from './vat-codes.ts'

/** What the lines that count add to a markup's basis. */
export interface DirectBasis {
  direct: ByCode
  units: Fixed
}

export interface MarkupAmount {
  ready: ReadyMarkup
  basis: Fixed
  amount: Fixed
  /** The amount by VAT code, in proportion to what it is reckoned on. */
  byCode: ByCode
}

/**
 * Reckons the markups in their order, each on what it names, each rounded at once, so that a later one is reckoned on what
 * is printed of the earlier.
 * @param direct the direct cost of the whole, to go by where a basis is nothing (a sum on an empty section)
 */
export function cascadeMarkups(
  markups: readonly ReadyMarkup[],
  bases: readonly DirectBasis[],
  direct: ByCode,
  policy: RoundingPolicy,
): MarkupAmount[] {
  const amounts: MarkupAmount[] = []
  markups.forEach((ready, at) => {
    const own = must(bases[at])
    const byCode = addByCode(own.direct, ...ready.earlier.map((before) => must(amounts[before]).byCode))
    const basis = sumFixed(byCode)
    const amount = amountOf(ready, basis, own.units, policy)
    amounts.push({ ready, basis, amount, byCode: splitOverCodes(amount, ready.percent, byCode, direct) })
  })
  return amounts
}

function amountOf(
  { markup, value, givenUnits }: ReadyMarkup,
  basis: Fixed,
  counted: Fixed,
  { markup: digits, mode }: RoundingPolicy,
): Fixed {
  switch (markup.kind) {
    case 'percent':
      return roundFixed(percentOf(basis, value), digits, mode)
    case 'fixed':
      return roundFixed(value, digits, mode)
    case 'per_unit':
      return roundFixed(multiplyFixed(value, addFixed(givenUnits, counted)), digits, mode)
  }
}
