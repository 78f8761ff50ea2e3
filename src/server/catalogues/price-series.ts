import { Refused } from './price-book-row.ts'

/** Where, from which quantity on and on which days a price holds, as far as it is not always and everywhere. */
export interface PriceTerms {
  region?: string
  min_qty?: string
  valid_from?: string
  valid_to?: string
}

/** A price as a row of a file says it. Amounts are decimal texts. */
export interface BookPrice {
  row: number
  first: string
  /** Null where the file does not say when it ends: then the next one ends it, or nothing. */
  last: string | null
  amounts: Readonly<Record<string, string>>
  /** What the row itself says of where and when it holds. */
  terms: PriceTerms
}

/** The prices of an item for one region (`''` is everywhere) and from one quantity on, in the order of their days. */
export interface PriceSeries {
  region: string
  min_qty: string
  prices: BookPrice[]
}

/** What tells the series of an item apart. */
export const seriesKey = ({ region, min_qty }: Pick<PriceSeries, 'region' | 'min_qty'>): string =>
  `${min_qty} ${region}`

/**
 * Puts a price where its days belong. Throws `Refused` when another one of the series holds on the same days. One without an
 * end lets a later one begin.
 */
export function addToSeries({ prices }: PriceSeries, price: BookPrice, code: string): void {
  const place = placeOf(prices, price.first)
  const [before, after] = [prices[place - 1], prices[place]]
  const other =
    after?.first === price.first || (after && price.last !== null && price.last >= after.first)
      ? after
      : before && before.last !== null && before.last >= price.first
        ? before
        : undefined
  if (other)
    throw new Refused(
      'Line {{line}} has a price of {{code}} for the same region, quantity and days already.',
      {
        line: String(other.row),
        code,
      },
    )
  prices.splice(place, 0, price)
}

/** How many of them begin before a day. */
function placeOf(prices: readonly BookPrice[], day: string): number {
  let [low, high] = [0, prices.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((prices[middle]?.first ?? day) < day) low = middle + 1
    else high = middle
  }
  return low
}
