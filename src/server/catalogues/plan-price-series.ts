import { saying, type Message } from '#base/saying.ts'
import { amountKeys, difference, type Difference, type Values } from './compare-values.ts'
import type { KnownPrice } from './known-items.ts'
import type { BookPrice, PriceSeries, PriceTerms } from './price-series.ts'

/** What becomes of the prices of a series, as a person reads it: an amount or a day, and what is in its place then. */
export interface PriceChange extends Difference {
  terms: PriceTerms
}

/** What a file means for the prices of one item, region and quantity. */
export interface SeriesPlan {
  /** Values of new prices, and what the file says of where and when each holds. */
  added: { values: Values; terms: PriceTerms }[]
  changed: (Difference & { id: string })[]
  unchanged: number
  told: PriceChange[]
  rejected: { price: BookPrice; why: Message }[]
}

/** A price of the series as it stands after the rows before: one of the catalogue, or one that a row before adds. */
interface Standing {
  known: KnownPrice | null
  terms: PriceTerms
  first: string
  last: string | null
  amounts: Values
  /** What is otherwise than in the catalogue. */
  before: Record<string, unknown>
  after: Record<string, unknown>
}

const standingOf = (
  known: KnownPrice | null,
  price: Pick<Standing, 'first' | 'last' | 'amounts' | 'terms'>,
): Standing => ({ known, ...price, before: {}, after: {} })

/**
 * Compares the prices of a file with those there. A price that differs ends the day before the new one begins; one that began
 * on the same day is corrected. A price whose end the file does not say holds until a later one begins; where the file says
 * its end and a later one begins before that, the row is not taken: nobody would know which of the two counts.
 */
export function planPriceSeries(
  { region, min_qty, prices }: PriceSeries,
  there: readonly KnownPrice[],
  source: string,
): SeriesPlan {
  const standing = there.map((known) =>
    standingOf(known, { first: known.first, last: known.last, amounts: known.values, terms: {} }),
  )
  const plan: SeriesPlan = { added: [], changed: [], unchanged: 0, told: [], rejected: [] }
  for (const price of prices) takePrice(price, standing, plan, source)
  for (const { known, first, last, amounts, terms, before, after } of standing)
    if (!known) {
      const days = { valid_from: first, ...(last !== null && { valid_to: last }) }
      const place = { ...(region !== '' && { region }), ...(min_qty !== '0' && { min_qty }) }
      plan.added.push({ values: { ...amounts, ...place, ...days, source }, terms })
    } else if (Object.keys(after).length > 0) plan.changed.push({ id: known.id, before, after })
  return plan
}

function takePrice(price: BookPrice, standing: Standing[], plan: SeriesPlan, source: string): void {
  const { first, last, amounts, terms } = price
  const next = nextAfter(standing, first)
  if (last !== null && next && next.first <= last) {
    plan.rejected.push({ price, why: beginsWithin(next.first) })
    return
  }
  const holding = standing.find((one) => one.first <= first && (one.last === null || one.last >= first))
  const other = holding && difference(holding.amounts, amounts, amountKeys)
  if (holding && !other) {
    if (last === null || last === holding.last) plan.unchanged++
    else plan.told.push({ terms, ...change(holding, { valid_to: last }) })
    return
  }
  if (holding && other && holding.first === first) {
    const ends = last === null || last === holding.last ? {} : { valid_to: last }
    const told = change(holding, { ...other.after, ...ends })
    change(holding, { source })
    plan.told.push({ terms, ...told })
    return
  }
  plan.told.push({ terms, ...(other ?? { before: {}, after: { unit_price: amounts['unit_price'] } }) })
  const ends = last ?? (holding ? holding.last : next ? dayBefore(next.first) : null)
  if (holding) change(holding, { valid_to: dayBefore(first) })
  standing.push(standingOf(null, { first, last: ends, amounts, terms }))
}

/** Writes values of a price, and says what they were just before. */
function change(price: Standing, values: Readonly<Record<string, unknown>>): Difference {
  const before: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    before[key] = key === 'valid_to' ? price.last : (price.amounts[key] ?? null)
    if (!Object.hasOwn(price.before, key)) price.before[key] = before[key]
    price.after[key] = value
  }
  const { valid_to = price.last, source: _source, ...amounts } = values
  price.last = valid_to as string | null
  price.amounts = { ...price.amounts, ...amounts }
  return { before, after: values }
}

function nextAfter(standing: readonly Standing[], day: string): Standing | undefined {
  let next: Standing | undefined
  for (const one of standing) if (one.first > day && (!next || one.first < next.first)) next = one
  return next
}

const beginsWithin = (first: string): Message =>
  saying(
    'Another price for the same region and quantity begins on {{first}}, before this one ends. Let this one end before.',
    { first: { day: first } },
  )

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
