import { fraction, plainText, times } from '#base/fraction.ts'
import type { ItemPrice } from '#contracts/catalogue.ts'
import type { PriceBook, PricedItem } from './recipe-book.ts'

/** What one unit of another currency is worth, by its code. */
export type ExchangeRates = ReadonlyMap<string, string>

/**
 * A price book as one reads it who pays in a currency: an item without any price in it has those in the currencies that
 * there is a rate for, exchanged. Where each is from says the price as it was written, and the rate.
 * @example exchangePrices(book, 'EUR', new Map([['USD', '0.92']]))
 */
export function exchangePrices(book: PriceBook, currency: string, rates: ExchangeRates): PriceBook {
  if (rates.size === 0) return book
  return new Map([...book].map(([id, priced]) => [id, exchanged(priced, currency, rates)]))
}

function exchanged(priced: PricedItem, currency: string, rates: ExchangeRates): PricedItem {
  if (priced.prices.some((price) => price.currency === currency)) return priced
  // Of several currencies the first that was given counts, so that one price never competes with itself in another.
  const from = [...rates.keys()].find((key) => priced.prices.some((price) => price.currency === key))
  const rate = from === undefined ? undefined : rates.get(from)
  if (rate === undefined) return priced
  const own = priced.prices.filter((price) => price.currency === from)
  return { ...priced, prices: own.map((price) => inCurrency(price, currency, rate)) }
}

const inCurrency = (price: ItemPrice, currency: string, rate: string): ItemPrice => ({
  ...price,
  currency,
  unit_price: plainText(times(fraction(price.unit_price), fraction(rate))),
  source: `${plainText(fraction(price.unit_price))} ${price.currency} × ${rate}, ${price.source}`.slice(
    0,
    200,
  ),
})
