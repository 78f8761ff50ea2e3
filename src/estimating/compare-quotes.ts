import { must } from '#base/assert.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import type { EstimateLine } from './estimate-document.ts'
import {
  compareFixed,
  divideFixed,
  hundred,
  isZero,
  multiplyFixed,
  plainText,
  subtractFixed,
  sumFixed,
  type Fixed,
} from './fixed.ts'
import { moneyText } from './money-text.ts'
import { rollUpLine } from './roll-up-line.ts'

/** What a supplier offers a line for. */
export interface LineQuote {
  id: string
  lineId: string
  supplier: string
  /** For one unit, in the currency of the version; null where there is none. */
  price: string | null
  /** ISO dates. */
  validUntil: string | null
  excluded: string | null
  chosen: boolean
}

/** What one supplier offers of the lines that anybody was asked for. */
export interface SupplierOffer {
  supplier: string
  /** Their quotes with a price. */
  quotes: string[]
  /** How many of the lines have their price, and whether that is all of them. */
  lines: number
  of: number
  complete: boolean
  /** What these lines come to at their prices. */
  amount: string | null
  /** More than the cheapest who offers all of it, in money and per cent with two digits; null for who offers a part. */
  over: string | null
  overPercent: string | null
  cheapest: boolean
  /** The first day on which one of them ends, and whether that is past. */
  validUntil: string | null
  expired: boolean
  excluded: string
  /** How many of the lines go by them. */
  chosen: number
}

/**
 * Quotes side by side, supplier by supplier: the lines come to just what they would if the supplier was chosen, with their
 * quantities, discounts and the rounding of the version. Who offers all of it comes first, the cheapest at the top.
 * @param today ISO date by which quotes have expired
 * @example compareQuotes(lines, quotes, roundingPresets.GAEB, '2026-05-01')[0]?.supplier
 */
export function compareQuotes(
  lines: readonly EstimateLine[],
  quotes: readonly LineQuote[],
  policy: RoundingPolicy,
  today: string,
): SupplierOffer[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const known = quotes.filter(({ lineId }) => byId.has(lineId))
  const of = new Set(known.map(({ lineId }) => lineId)).size
  const suppliers = [...new Set(known.map(({ supplier }) => supplier))]
  const offers = suppliers.map((supplier) => {
    const own = known.filter((quote) => quote.supplier === supplier)
    const priced = own.filter(({ price }) => price !== null)
    const total = sumFixed(
      priced.map(({ lineId, price }) => totalAt(must(byId.get(lineId)), must(price), policy)),
    )
    return { supplier, own, priced, total, complete: priced.length === of && of > 0 }
  })
  const cheapest = offers
    .filter(({ complete }) => complete)
    .reduce<Fixed | null>(
      (least, { total }) => (least === null || compareFixed(total, least) < 0 ? total : least),
      null,
    )
  const text = moneyText(policy)
  return offers
    .toSorted(
      (a, b) =>
        Number(b.complete) - Number(a.complete) ||
        b.priced.length - a.priced.length ||
        compareFixed(a.total, b.total) ||
        (a.supplier < b.supplier ? -1 : 1),
    )
    .map(({ supplier, own, priced, total, complete }) => {
      const over = complete && cheapest ? subtractFixed(total, cheapest) : null
      const ends = own.flatMap(({ validUntil }) => validUntil ?? []).toSorted()[0] ?? null
      return {
        supplier,
        quotes: priced.map(({ id }) => id),
        lines: priced.length,
        of,
        complete,
        amount: priced.length === 0 ? null : text(total),
        over: over && text(over),
        overPercent: over && cheapest && percentMore(over, cheapest),
        cheapest: over !== null && isZero(over),
        validUntil: ends,
        expired: ends !== null && ends < today,
        excluded: [...new Set(own.flatMap(({ excluded }) => excluded ?? []))].join('; '),
        chosen: own.filter(({ chosen }) => chosen).length,
      }
    })
}

/** What a line comes to once it is priced by a quote. */
function totalAt(line: EstimateLine, price: string, policy: RoundingPolicy): Fixed {
  const resource = { type: 'subcontract', name: '', unit: line.unit ?? '', qtyPerUnit: '1', price } as const
  return rollUpLine({ ...line, resources: [resource], unitRateOverride: null }, policy).total
}

const percentMore = (over: Fixed, cheapest: Fixed): string | null =>
  isZero(cheapest) ? null : plainText(divideFixed(multiplyFixed(over, hundred), cheapest, 2, 'half_up'))
