import { must } from '#base/assert.ts'
import { resourceTypes, type EstimateDocument } from './estimate-document.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import type { EstimateTotals, LineTotals, NodeTotals } from './estimate-totals.ts'
import { isLine, type Place } from './estimate-tree.ts'
import { findIssues, type EstimateIssue } from './find-issues.ts'
import { addFixed, isZero, plainText, zero, type Fixed } from './fixed.ts'
import { moneyText } from './money-text.ts'
import type { RolledLine } from './roll-up-line.ts'
import { reckon, summarise, type Reckoning } from './summarise.ts'

/**
 * All sums of one version of an estimate, and what its lines lack. Refuses with `invalid` a tree that is none, a markup
 * that cannot be reckoned, and numbers that are none.
 * @example rollUpEstimate(document).lines.get(line.id)?.total // '150.21'
 */
export const rollUpEstimate = (document: EstimateDocument): EstimateTotals =>
  totalsOf(new EstimateRollUp(document))

/**
 * The same of an estimate that is held rolled up, after any number of `recalculateLine`.
 * @example totalsOf(rolled).gross
 */
export function totalsOf(rolled: EstimateRollUp): EstimateTotals {
  const reckoning = reckon(rolled)
  const carried = carriedBy(reckoning)
  const lines = new Map<string, LineTotals>()
  const issues: EstimateIssue[] = []
  const text = moneyText(rolled.document.rounding)
  const known = (code: string): boolean => rolled.codes.codes.includes(code) && code !== ''
  for (const place of rolled.tree.inOrder) {
    if (!isLine(place)) continue
    const line = rolled.line(place.node.id)
    lines.set(
      place.node.id,
      lineTotals(line, rolled.counts(place.node), carried.get(place.node.id) ?? zero, text),
    )
    issues.push(...findIssues(place.node, known, (group) => rolled.selectedIn(group)))
  }
  return { ...summarise(rolled, reckoning), lines, nodes: nodeTotals(rolled, carried), issues }
}

const carriedBy = ({ lines, spread }: Reckoning): Map<string, Fixed> =>
  new Map(spread.carried?.map((share, at) => [must(lines[at]).rolled.line.id, share]))

/** What one line says of itself. */
function lineTotals(
  line: RolledLine,
  counts: boolean,
  carried: Fixed,
  text: (amount: Fixed) => string,
): LineTotals {
  const byType: LineTotals['byType'] = {}
  resourceTypes.forEach((type, at) => {
    const part = must(line.byType[at])
    if (!isZero(part)) byType[type] = text(part)
  })
  return {
    quantity: plainText(line.quantity),
    unitRate: line.rate && plainText(line.rate),
    rateFrom: line.rateFrom,
    adjustment: plainText(line.adjustment),
    amount: text(line.amount),
    discount: text(line.discount),
    total: text(line.total),
    byType,
    counts,
    carried: text(carried),
    net: text(addFixed(line.total, carried)),
  }
}

/** Sections from the last to the first, as their totals were summed up; a subtotal looks back over its siblings. */
function nodeTotals(rolled: EstimateRollUp, carried: Map<string, Fixed>): Map<string, NodeTotals> {
  const { inOrder, roots } = rolled.tree
  const above = new Map<Place | null, Fixed>()
  const carriedIn = (place: Place): Fixed => above.get(place) ?? carried.get(place.node.id) ?? zero
  for (let at = inOrder.length - 1; at >= 0; at--) {
    const place = must(inOrder[at])
    above.set(place.parent, addFixed(above.get(place.parent) ?? zero, carriedIn(place)))
  }
  const text = moneyText(rolled.document.rounding)
  const nodes = new Map<string, NodeTotals>()
  const enter = (place: Place, total: Fixed, share: Fixed): void =>
    void nodes.set(place.node.id, { total: text(total), net: text(addFixed(total, share)) })
  const enterSubtotals = (siblings: readonly Place[]): void => {
    let [total, share] = [zero, zero]
    for (const place of siblings) {
      if (place.node.kind === 'subtotal') {
        enter(place, total, share)
        total = share = zero
      }
      total = addFixed(total, rolled.total(place))
      share = addFixed(share, carriedIn(place))
    }
  }
  enterSubtotals(roots)
  for (const place of inOrder) {
    if (place.node.kind !== 'section') continue
    enter(place, rolled.total(place), carriedIn(place))
    enterSubtotals(place.children)
  }
  return nodes
}
