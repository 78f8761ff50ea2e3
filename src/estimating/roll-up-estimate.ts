import { assert, must } from '#base/assert.ts'
import {
  resourceTypes,
  type EstimateClassification,
  type EstimateDocument,
  type EstimateLine,
} from './estimate-document.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import type { EstimateTotals, LineTotals, NodeTotals } from './estimate-totals.ts'
import { isRolled, type LinePlace, type Place } from './estimate-tree.ts'
import { findIssues, type EstimateIssue } from './find-issues.ts'
import { addFixed, isZero, plainText, zero, type Fixed } from './fixed.ts'
import { moneyText } from './money-text.ts'
import { reckon, summarise, type Reckoning } from './summarise.ts'

/**
 * All sums of one version of an estimate, and what its lines lack. Refuses with `invalid` a tree that is none, a markup
 * that cannot be reckoned, and numbers that are none.
 * @example rollUpEstimate(document).line(id).total // '150.21'
 */
export const rollUpEstimate = (document: EstimateDocument): EstimateTotals =>
  totalsOf(new EstimateRollUp(document))

/** What lines are classified in besides their own groups, in every set; those without are missing. */
export type FurtherGroups = ReadonlyMap<string, readonly EstimateClassification[]>

const noFurther: FurtherGroups = new Map()

/**
 * The same of an estimate that is held rolled up, after any number of `recalculateLine`.
 * @param further what lines are classified in: the document itself names only the sets that its markups are reckoned on
 * @example totalsOf(rolled).gross
 */
export function totalsOf(rolled: EstimateRollUp, further = noFurther): EstimateTotals {
  const reckoning = reckon(rolled)
  const carried = carriedBy(reckoning)
  const text = moneyText(rolled.document.rounding)
  return {
    ...summarise(rolled, reckoning),
    line: (id) => {
      const place = rolled.tree.byId.get(id)
      assert(place && isRolled(place), `${id} is a line`)
      return lineTotals(place, carried?.get(place) ?? zero, text)
    },
    nodes: nodeTotals(rolled, carried, text),
    issues: issuesOf(rolled, further),
  }
}

function issuesOf(rolled: EstimateRollUp, further: FurtherGroups): EstimateIssue[] {
  const codes = new Set(rolled.document.vatRates.map(({ code }) => code))
  const issues: EstimateIssue[] = []
  for (const { node } of rolled.tree.inOrder)
    if (node.kind === 'line') findIssues(classified(node, further), codes, rolled, issues)
  return issues
}

// In their place, not beside them: the sets of markups are among them, and there the line's own group takes what they leave.
function classified(line: EstimateLine, further: FurtherGroups): EstimateLine {
  const parts = further.get(line.id)
  return parts ? { ...line, classifications: [...parts] } : line
}

type Carried = Map<Place, Fixed> | null

const carriedBy = ({ lines, spread }: Reckoning): Carried =>
  spread.carried && new Map(spread.carried.map((share, at) => [must(lines[at]), share]))

/** What one line says of itself. Most of its amounts are the same one; each is written once. */
function lineTotals(
  { rolled: line, counts }: LinePlace,
  carried: Fixed,
  text: (amount: Fixed) => string,
): LineTotals {
  const total = text(line.total)
  const byType: LineTotals['byType'] = {}
  for (let at = 0; at < resourceTypes.length; at++) {
    const units = must(line.byType[at])
    if (units !== 0n) byType[must(resourceTypes[at])] = text({ units, scale: line.total.scale })
  }
  return {
    quantity: plainText(line.quantity),
    unitRate: line.rate && plainText(line.rate),
    rateFrom: line.rateFrom,
    adjustment: plainText(line.adjustment),
    amount: line.amount === line.total ? total : text(line.amount),
    discount: text(line.discount),
    total,
    byType,
    counts,
    carried: text(carried),
    net: isZero(carried) ? total : text(addFixed(line.total, carried)),
  }
}

/** Sections with what they carry; a subtotal looks back over its siblings to the one before. */
function nodeTotals(
  { tree: { inOrder, roots } }: EstimateRollUp,
  carried: Carried,
  text: (amount: Fixed) => string,
): Map<string, NodeTotals> {
  const carriedIn = carried ? sumCarried(inOrder, carried) : null
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
      total = addFixed(total, place.total)
      share = addFixed(share, carriedIn?.get(place) ?? zero)
    }
  }
  enterSubtotals(roots)
  for (const place of inOrder) {
    if (place.node.kind !== 'section') continue
    enter(place, place.total, carriedIn?.get(place) ?? zero)
    enterSubtotals(place.children)
  }
  return nodes
}

/** What lines and sections carry, from the last node to the first, as totals are summed up. */
function sumCarried(inOrder: readonly Place[], carried: ReadonlyMap<Place, Fixed>): Map<Place, Fixed> {
  const sums = new Map(carried)
  for (let at = inOrder.length - 1; at >= 0; at--) {
    const place = must(inOrder[at])
    const share = sums.get(place)
    if (share && place.parent) sums.set(place.parent, addFixed(sums.get(place.parent) ?? zero, share))
  }
  return sums
}
