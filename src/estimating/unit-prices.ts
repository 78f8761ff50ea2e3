import { decimal, decimalText, roundHalfUp, type Decimal } from '#base/decimal.ts'
import { must } from '#base/assert.ts'
import { parseUnit } from './parse-unit.ts'

/** What a line cost in an estimate that was offered. */
export interface PastRate {
  /** What the line is logically: its versions and variants are one. */
  lineage: string
  title: string
  unit: string
  /** Decimal text, above zero. */
  rate: string
  quantity: string | null
  currency: string
  region: string | null
  /** The catalogue item or recipe it was priced by. */
  source: string | null
  /** ISO 8601. */
  on: string
  estimate: string
}

/** What one thing cost so far, for one unit in one currency. Rates are decimal texts of at most six digits. */
export interface UnitPrice {
  title: string
  unit: string
  currency: string
  count: number
  min: string
  median: string
  max: string
  last: string
  last_on: string
  /** Where that is from, the latest first. */
  from: PastRate[]
}

/**
 * What things cost in past estimates: lines by the same item or recipe, or of the same words, in the same unit and currency.
 * Of a line that stands in several versions the latest counts. What occurs most often comes first.
 * @example unitPrices(rates)[0]?.median // '138.9'
 */
export function unitPrices(rates: readonly PastRate[]): UnitPrice[] {
  const latest = new Map<string, PastRate>()
  for (const rate of rates) {
    const known = latest.get(rate.lineage)
    if (!known || known.on < rate.on) latest.set(rate.lineage, rate)
  }
  const things = new Map<string, PastRate[]>()
  for (const rate of latest.values()) {
    const key = thingOf(rate)
    const same = things.get(key)
    if (same) same.push(rate)
    else things.set(key, [rate])
  }
  return [...things.values()]
    .map(unitPrice)
    .toSorted((a, b) => b.count - a.count || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0))
}

function unitPrice(found: readonly PastRate[]): UnitPrice {
  const from = found.toSorted((a, b) => (a.on < b.on ? 1 : -1))
  const last = must(from[0])
  const inOrder = found.map(({ rate }) => decimal(rate)).toSorted((a, b) => a.cmp(b))
  return {
    title: last.title,
    unit: last.unit,
    currency: last.currency,
    count: found.length,
    min: decimalText(must(inOrder[0])),
    median: medianOf(inOrder),
    max: decimalText(must(inOrder.at(-1))),
    last: decimalText(decimal(last.rate)),
    last_on: last.on,
    from,
  }
}

/** Of an even number the middle of the two in the middle, to six digits. */
function medianOf(inOrder: readonly Decimal[]): string {
  const half = inOrder.length / 2
  const [low, high] = [must(inOrder[Math.ceil(half) - 1]), must(inOrder[Math.floor(half)])]
  return decimalText(decimal(roundHalfUp(low.plus(high).div(2), 6)))
}

/** `m²` is `m2`, and “Brick  wall” is “brick wall”. */
function thingOf({ title, unit, currency, source }: PastRate): string {
  const read = parseUnit(unit)
  const per = read ? `${read.basis} ${read.unit.code}` : unit.trim().toLowerCase()
  const words = title.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return JSON.stringify([currency, per, source ?? words, source === null])
}
