import { resourceTypes, type EstimateLine } from './estimate-document.ts'
import type { EstimateSummary, LineTotals, NodeTotals } from './estimate-totals.ts'
import {
  divideFixed,
  fixedText,
  hundred,
  isZero,
  multiplyFixed,
  parseFixed,
  roundFixed,
  subtractFixed,
} from './fixed.ts'

// What the product keeps of the sums, by the keys of its fields: the server stores it, the browser shows it before that.

/** Values of a record by the keys of its fields; null is empty. */
export type KeptValues = Readonly<Record<string, unknown>>

/** What a version keeps of its markups, in their order. */
export const markupValues = ({ markups }: EstimateSummary): KeptValues[] =>
  markups.map(({ basis, amount }) => ({ base_amount: money(basis), amount: money(amount) }))

const noLine = {
  rate: null,
  line_total: null,
  without_resources: null,
  issue: null,
  ...Object.fromEntries(resourceTypes.map((type) => [type, null])),
}

/** What a section or subtotal keeps; a note has no sums. */
export const sectionValues = (sums: NodeTotals | undefined): KeptValues => ({
  ...noLine,
  node_total: sums ? money(sums.total) : null,
  net_total: sums ? money(sums.net) : null,
})

/** What a line does not add to the total is nothing by type either, so that every sum over lines is the same. */
export function lineValues(
  line: EstimateLine,
  { unitRate, total, net, counts, byType }: LineTotals,
): KeptValues {
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
export function versionValues(totals: EstimateSummary): KeptValues {
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
