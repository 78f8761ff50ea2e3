import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { currencySchema, positiveTextSchema } from '#contracts/catalogue.ts'
import type { ExchangeRates } from '#estimating/exchange-prices.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

const ratesSchema = z.array(z.strictObject({ currency: currencySchema, rate: positiveTextSchema })).max(20)

/** What a version takes prices in other currencies at; none where nobody gave any. */
export function exchangeRatesOf(attributes: StoredRow['attributes']): ExchangeRates {
  const parsed = ratesSchema.safeParse(attributes.exchange_rates ?? [])
  const rates = new Map(parsed.data?.map(({ currency, rate }) => [currency, rate]))
  if (parsed.success && rates.size === parsed.data.length && !rates.has(currencyOf(attributes))) return rates
  throw invalid([
    {
      path: 'exchange_rates',
      code: 'exchange_rates',
      message:
        'Give exchange rates as a list of other currencies, each once, and what one of them is worth: [{"currency": "USD", "rate": "0.92"}].',
    },
  ])
}

/** The currency of a version. */
export const currencyOf = (attributes: StoredRow['attributes']): string =>
  textOf(attributes, 'currency') ?? 'EUR'
