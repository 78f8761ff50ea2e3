import { must } from '#base/assert.ts'
import type { EstimateLine } from './estimate-document.ts'
import type { EstimateRollUp } from './estimate-roll-up.ts'
import { addFixed, one, zero, type Fixed } from './fixed.ts'
import { groupShares, type GroupShare } from './group-shares.ts'
import { moneyText } from './money-text.ts'
import { splitAmount } from './split-amount.ts'
import { reckon } from './summarise.ts'

export interface GroupTotals {
  /** Null for what belongs to no group: always the last. */
  key: string | null
  amount: string
}

/**
 * The lines that count, grouped by whatever they say they belong to. A line that belongs to several is split by largest
 * remainder, so the groups add up to the direct cost, or to the net of the lines, to the cent.
 * @param sharesOf the parts of a line; none is as good as unassigned
 * @param of the totals of the lines, or their nets with the markups they carry
 * @returns in the order of their keys
 * @example totalByGroup(rolled, inCostGroups('DIN276:2018-12'))
 */
export function totalByGroup(
  rolled: EstimateRollUp,
  sharesOf: (line: EstimateLine) => GroupShare[],
  of: 'total' | 'net' = 'total',
): GroupTotals[] {
  const carried = of === 'net' ? reckon(rolled).spread.carried : null
  const groups = new Map<string | null, Fixed>()
  rolled.counted().forEach(({ rolled: { line, total } }, index) => {
    const found = sharesOf(line)
    const shares = found.length > 0 ? found : [unassigned]
    const parts = splitAmount(
      addFixed(total, carried?.[index] ?? zero),
      shares.map(({ share }) => share),
    )
    shares.forEach(({ key }, at) => groups.set(key, addFixed(groups.get(key) ?? zero, must(parts[at]))))
  })
  const text = moneyText(rolled.document.rounding)
  return [...groups].sort(([a], [b]) => inOrder(a, b)).map(([key, amount]) => ({ key, amount: text(amount) }))
}

const unassigned: GroupShare = { key: null, share: one }

function inOrder(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return a < b ? -1 : 1
}

/** By the cost groups of a set, in per cent. */
export const inCostGroups =
  (set: string) =>
  (line: EstimateLine): GroupShare[] =>
    groupShares(line, set)

/** By where a line is built. */
export const inLocations = ({ location }: EstimateLine): GroupShare[] => [
  { key: location ?? null, share: one },
]

/** By VAT code. */
export const inVatCodes = ({ vatRate }: EstimateLine): GroupShare[] => [{ key: vatRate, share: one }]
