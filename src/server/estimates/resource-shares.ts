import { must } from '#base/assert.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import { resourceTypes, type EstimateLine } from '#estimating/estimate-document.ts'
import type { LineTotals } from '#estimating/estimate-totals.ts'
import { fixedText, multiplyFixed, one, parseFixed, roundFixed, zero, type Fixed } from '#estimating/fixed.ts'
import { coefficientOf } from '#estimating/roll-up-line.ts'
import { splitAmount } from '#estimating/split-amount.ts'

/** How much of a resource a line takes, and its part of the line's total. */
export interface ResourceShare {
  quantity: string
  amount: string
}

/**
 * A line's total over its resources: the amount of each type goes to the resources of that type by what they cost, to the
 * cent, and what no resource explains stands apart. Together they are what the line adds to the total: nothing where it
 * does not count.
 * @returns resources in the order of the line; `unexplained` null where there is none
 */
export function resourceShares(
  line: EstimateLine,
  { quantity, byType, adjustment, counts }: LineTotals,
  policy: RoundingPolicy,
): { resources: ResourceShare[]; unexplained: string | null } {
  const times = line.itemType === 'lump_sum' ? one : line.itemType === 'text' ? zero : parseFixed(quantity)
  const uses = line.resources.map((resource) => {
    const taken = multiplyFixed(times, coefficientOf(resource, policy))
    return { type: resource.type, taken, cost: multiplyFixed(taken, parseFixed(resource.price)) }
  })
  const amounts = new Map<number, string>()
  let unexplained: string | null = null
  for (const type of resourceTypes) {
    const at = uses.flatMap((use, index) => (use.type === type ? [index] : []))
    const rest =
      type === 'other' && !isNothing(adjustment) ? [multiplyFixed(times, parseFixed(adjustment))] : []
    const costs = [...at.map((index) => must(uses[index]).cost), ...rest]
    if (costs.length === 0) continue
    const parts = splitAmount(parseFixed(counts ? (byType[type] ?? '0.00') : '0.00'), costs).map(cents)
    at.forEach((index, position) => amounts.set(index, must(parts[position])))
    if (rest.length > 0) unexplained = must(parts.at(-1))
  }
  return {
    resources: uses.map(({ taken }, index) => ({
      quantity: fixedText(roundFixed(taken, 6, 'half_up')),
      amount: must(amounts.get(index)),
    })),
    unexplained,
  }
}

const isNothing = (text: string): boolean => /^-?0(\.0*)?$/.test(text)
const cents = (amount: Fixed): string => fixedText(roundFixed(amount, 2, 'half_up'))
