import { must } from '#base/assert.ts'
import type { LinePlace } from './estimate-tree.ts'
import { addFixed, isZero, zero, type Fixed } from './fixed.ts'
import { expectedParts } from './expected-parts.ts'
import type { MarkupAmount } from './markup-cascade.ts'
import { splitAmount } from './split-amount.ts'

/** What goes into the rates. */
export interface Spread {
  /** What each line carries of the markups, in the order of the lines; null when no markup is spread. */
  carried: Fixed[] | null
  /** The markups that were spread; one without a line to go to stays below the sum. */
  markups: Set<MarkupAmount>
}

/**
 * Spreads the markups that go into the rates over the lines they are reckoned on, by largest remainder, so that the lines
 * with what they carry add up to the net to the last cent.
 */
export function spreadMarkups(amounts: readonly MarkupAmount[], lines: readonly LinePlace[]): Spread {
  const shares = new Map<MarkupAmount, Fixed[] | null>()
  const sharesOf = (amount: MarkupAmount): Fixed[] | null => {
    let known = shares.get(amount)
    if (known === undefined) shares.set(amount, (known = shareOut(amount, amounts, lines, sharesOf)))
    return known
  }
  const spread: Spread = { carried: null, markups: new Set() }
  for (const amount of amounts) {
    if (amount.ready.markup.spread !== 'into_rates') continue
    const parts = sharesOf(amount)
    if (!parts) continue
    spread.markups.add(amount)
    const before = spread.carried
    spread.carried = before ? before.map((sum, at) => addFixed(sum, must(parts[at]))) : parts
  }
  return spread
}

/** Each line's part of one markup, spread or not: later ones may be reckoned on it. Null when it covers no line. */
function shareOut(
  amount: MarkupAmount,
  amounts: readonly MarkupAmount[],
  lines: readonly LinePlace[],
  sharesOf: (amount: MarkupAmount) => Fixed[] | null,
): Fixed[] | null {
  const { ready } = amount
  const covered = lines.map(ready.covers)
  if (!covered.includes(true)) return null
  const earlier = ready.earlier.map((at) => sharesOf(must(amounts[at])))
  const bases = lines.map(({ rolled }, at) => {
    let basis = covered[at] ? ready.directPart(rolled) : zero
    for (const shares of earlier) basis = addFixed(basis, shares?.[at] ?? zero)
    return basis
  })
  if (!bases.every(isZero)) return splitAmount(amount.amount, expectedParts(ready.percent, bases))
  const totals = lines.map(({ rolled }, at) => (covered[at] ? rolled.total : zero))
  return totals.every(isZero) ? null : splitAmount(amount.amount, expectedParts(ready.percent, totals))
}
