import { groupBy } from '#base/group-by.ts'
import { resourceTypes, type EstimateDocument, type EstimateLine } from '#estimating/estimate-document.ts'
import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import { needsNoLines, sumsOf } from '#estimating/estimate-sums.ts'
import type { EstimateSummary, LineTotals } from '#estimating/estimate-totals.ts'
import {
  divideFixed,
  fixedText,
  hundred,
  isZero,
  multiplyFixed,
  parseFixed,
  roundFixed,
  subtractFixed,
} from '#estimating/fixed.ts'
import { outlineNumbers } from '#estimating/outline-numbers.ts'
import { totalsOf } from '#estimating/roll-up-estimate.ts'
import type { Wanted } from './changed-rows.ts'
import { documentPlaces } from './document-places.ts'
import { resourceShares, type ResourceShare } from './resource-shares.ts'

/** The values that follow from what a version holds, by record. */
export interface DerivedVersion {
  version: Wanted
  /** Sections, lines, notes and subtotals. */
  nodes: ReadonlyMap<string, Wanted>
  markups: readonly Wanted[]
  /** Of each line its resources, in the order of the document. */
  resources: ReadonlyMap<string, readonly ResourceShare[]>
}

/**
 * All that the product keeps for a version: outline numbers, rates, totals by node and by type, what is missing. Refuses
 * with `invalid` what cannot be reckoned.
 */
export function deriveVersion(document: EstimateDocument): DerivedVersion {
  const rolled = new EstimateRollUp(document)
  const totals = totalsOf(rolled)
  const numbers = outlineNumbers(document.nodes)
  const places = documentPlaces(document.nodes)
  const issues = groupBy(totals.issues, ({ nodeId }) => nodeId)
  const nodes = new Map<string, Wanted>()
  const resources = new Map<string, readonly ResourceShare[]>()
  for (const node of document.nodes) {
    const place = { lineage: node.lineageId, number: numbers.get(node.id) ?? null, ...places.get(node.id) }
    if (node.kind !== 'line') {
      const sums = totals.nodes.get(node.id)
      nodes.set(node.id, {
        ...place,
        ...noLine,
        node_total: sums ? money(sums.total) : null,
        net_total: sums ? money(sums.net) : null,
      })
      continue
    }
    const line = totals.line(node.id)
    const shares = resourceShares(node, line, document.rounding)
    resources.set(node.id, shares.resources)
    nodes.set(node.id, {
      ...place,
      ...lineValues(node, line),
      without_resources: shares.unexplained,
      issue: issues.get(node.id)?.map(({ code }) => code) ?? null,
    })
  }
  const counts = groupBy(totals.issues, ({ code }) => code)
  const version = {
    ...versionValues(totals),
    line_sums: needsNoLines(document) ? sumsOf(rolled) : null,
    line_count: document.nodes.filter(({ kind }) => kind === 'line').length,
    issue_count: new Set(totals.issues.map(({ nodeId }) => nodeId)).size,
    issues: Object.fromEntries([...counts].map(([code, found]) => [code, found.length])),
  }
  return { version, nodes, markups: markupValues(totals), resources }
}

/** What a version keeps of its markups, in their order. */
export const markupValues = ({ markups }: EstimateSummary): Wanted[] =>
  markups.map(({ basis, amount }) => ({ base_amount: money(basis), amount: money(amount) }))

const noLine = {
  rate: null,
  line_total: null,
  without_resources: null,
  issue: null,
  ...Object.fromEntries(resourceTypes.map((type) => [type, null])),
}

/** What a line does not add to the total is nothing by type either, so that every sum over lines is the same. */
function lineValues(line: EstimateLine, { unitRate, total, net, counts, byType }: LineTotals): Wanted {
  if (line.itemType === 'text') return { ...noLine, node_total: null, net_total: null }
  return {
    rate: unitRate === null ? null : fixedText(roundFixed(parseFixed(unitRate), 6, 'half_up')),
    line_total: money(total),
    node_total: counts ? money(total) : '0.00',
    net_total: counts ? money(net) : '0.00',
    ...Object.fromEntries(resourceTypes.map((type) => [type, counts ? money(byType[type] ?? '0') : '0.00'])),
  }
}

/** What a version keeps of its end. */
export function versionValues(totals: EstimateSummary): Wanted {
  const { direct, byType, net, discount, afterDiscount, vatAmount, gross } = totals
  return {
    direct_cost: money(direct),
    ...Object.fromEntries(resourceTypes.map((type) => [type, money(byType[type])])),
    markups: money(fixedText(subtractFixed(parseFixed(net), parseFixed(direct)))),
    discount: money(discount),
    net: money(afterDiscount),
    vat: money(vatAmount),
    vat_amounts: totals.vat.map(({ code, percent, base, amount }) => ({ code, percent, base, amount })),
    gross: money(gross),
    margin: marginOf(direct, afterDiscount),
  }
}

/** How much of the net is not cost, in per cent; null where there is no net. */
function marginOf(direct: string, net: string): string | null {
  const all = parseFixed(net)
  if (isZero(all)) return null
  const above = multiplyFixed(subtractFixed(all, parseFixed(direct)), hundred)
  return fixedText(roundFixed(divideFixed(above, all, 2, 'half_up'), 6, 'half_up'))
}

/** Money fields hold two digits. */
const money = (text: string): string => fixedText(roundFixed(parseFixed(text), 2, 'half_up'))
