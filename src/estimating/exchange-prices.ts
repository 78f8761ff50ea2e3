import { fraction, plainText, times } from '#base/fraction.ts'
import type { ItemPrice } from '#contracts/catalogue.ts'
import { priceOfItem, type PriceAnswer, type PriceQuestion } from './price-of-item.ts'
import type { PricedItem } from './recipe-book.ts'

/** What one unit of another currency is worth, by its code. */
export type ExchangeRates = ReadonlyMap<string, string>

/**
 * The price of an item for one who pays in a currency: where none in it answers the question, the first currency that there
 * is a rate for and that answers it counts, exchanged. Where that is from says the price as it was written, its discount and
 * the rate.
 * @example priceIn(priced, { currency: 'EUR', region: null, date, quantity }, new Map([['USD', '0.92']]))
 */
export function priceIn(priced: PricedItem, question: PriceQuestion, rates: ExchangeRates): PriceAnswer {
  const own = priceOfItem(priced, question)
  if (own.kind === 'price') return own
  for (const [currency, rate] of rates) {
    const answer = priceOfItem(priced, { ...question, currency })
    if (answer.kind === 'no_price') continue
    const unit_price = exchanged(answer.unit_price, rate)
    return { ...answer, unit_price, price: inCurrency(answer.price, question.currency, rate) }
  }
  return own
}

/** An amount in another currency at the rate of that. */
export const exchanged = (amount: string, rate: string): string =>
  plainText(times(fraction(amount), fraction(rate)))

/** `(12.5 USD − 10 %) × 0.92`: what an exchanged price was before, for people. */
export function exchangeNote(amount: string, currency: string, rate: string, discount = '0'): string {
  const [written, less] = [`${plainText(fraction(amount))} ${currency}`, plainText(fraction(discount))]
  return `${less === '0' ? written : `(${written} − ${less} %)`} × ${rate}`
}

function inCurrency(price: ItemPrice, currency: string, rate: string): ItemPrice {
  const note = exchangeNote(price.unit_price, price.currency, rate, price.discount_percent)
  return {
    ...price,
    currency,
    unit_price: exchanged(price.unit_price, rate),
    source: `${note}, ${price.source}`.slice(0, 200),
  }
}
