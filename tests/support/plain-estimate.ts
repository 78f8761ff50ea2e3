// The sums of an estimate a second time, as anybody would write them down: big.js, recursion, no haste. It shares no line of
// arithmetic with the real one, only the words of the document.
import { decimal, type Decimal } from '#base/decimal.ts'
import { resourceTypes, type EstimateDocument, type EstimateLine } from '#estimating/estimate-document.ts'

const nothing = decimal(0)
const sum = (values: Decimal[]): Decimal => values.reduce((total, value) => total.plus(value), nothing)

export interface PlainTotals {
  lines: Map<string, { total: Decimal; counts: boolean }>
  sections: Map<string, Decimal>
  direct: Decimal
  /** By key; only of markups whose basis is no cost group. */
  markups: Map<string, Decimal>
}

export function plainTotals(document: EstimateDocument): PlainTotals {
  const { rounding, nodes } = document
  const round = (value: Decimal, digits: number | null): Decimal =>
    digits === null ? value : value.round(digits, rounding.mode === 'half_up' ? 1 : 2)
  const lines = nodes.filter((node) => node.kind === 'line')

  const rateOf = (line: EstimateLine): Decimal => {
    if (line.unitRateOverride != null) return round(decimal(line.unitRateOverride), rounding.unitRate)
    if (line.resources.length === 0) return round(decimal(line.unitRate ?? 0), rounding.unitRate)
    const amounts = line.resources.map(({ qtyPerUnit, price }) =>
      round(round(decimal(qtyPerUnit), rounding.coefficient).times(price), rounding.componentAmount),
    )
    return round(sum(amounts), rounding.unitRate)
  }
  const totalOf = (line: EstimateLine): Decimal => {
    if (line.itemType === 'text') return nothing
    const times = line.itemType === 'lump_sum' ? decimal(1) : round(decimal(line.quantity ?? 0), rounding.qty)
    const amount = round(rateOf(line).times(times), rounding.lineTotal)
    return amount.minus(round(amount.times(line.discountPct ?? 0).times('0.01'), rounding.lineTotal))
  }
  const taken = (group: string | null | undefined): boolean =>
    group != null &&
    lines.some((line) => line.itemType === 'alternative' && line.altGroup === group && line.selected === true)
  const counts = (line: EstimateLine): boolean => {
    if (line.itemType === 'text') return false
    if (line.itemType === 'base') return !taken(line.altGroup)
    if (line.itemType === 'alternative' || line.itemType === 'optional_without_total')
      return line.selected === true
    return line.itemType !== 'optional_with_total' || line.selected !== false
  }

  const rolled = new Map(lines.map((line) => [line.id, { total: totalOf(line), counts: counts(line) }]))
  const below = (parentId: string | null): Decimal =>
    sum(
      nodes
        .filter((node) => node.parentId === parentId)
        .map((node) => {
          const line = rolled.get(node.id)
          return line ? (line.counts ? line.total : nothing) : below(node.id)
        }),
    )
  return {
    lines: rolled,
    sections: new Map(nodes.filter(({ kind }) => kind === 'section').map(({ id }) => [id, below(id)])),
    direct: below(null),
    markups: plainMarkups(document, below(null), round),
  }
}

/** Percentages of the whole direct cost and of earlier markups, and plain sums; what is narrowed is left out. */
function plainMarkups(
  { markups, rounding }: EstimateDocument,
  direct: Decimal,
  round: (value: Decimal, digits: number | null) => Decimal,
): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>()
  for (const { key, kind, value, basis, scope } of markups) {
    if (kind === 'fixed') amounts.set(key, round(decimal(value), rounding.markup))
    if (kind !== 'percent' || scope != null || basis.costGroups) continue
    if (basis.types && basis.types.length < resourceTypes.length) continue
    const keys = basis.keys ?? []
    if (!keys.every((earlier) => amounts.has(earlier))) continue
    const own = keys.length > 0 && !basis.types ? nothing : direct
    const on = own.plus(sum(keys.map((earlier) => amounts.get(earlier)!)))
    amounts.set(key, round(on.times(value).times('0.01'), rounding.markup))
  }
  return amounts
}
