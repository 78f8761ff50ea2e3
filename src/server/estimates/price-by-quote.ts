import { invalid } from '#base/app-error.ts'
import { fixedText, fraction, plainText } from '#base/fraction.ts'
import { saying } from '#base/saying.ts'
import { exchanged, exchangeNote } from '#estimating/exchange-prices.ts'
import { currencyOf, exchangeRatesOf } from './exchange-rates.ts'
import type { LinePrice, PricedParts } from './price-by-recipe.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/** A line by what a supplier quoted for it. 422 where that is no price, or in a currency the version has no rate for. */
export function priceByQuote(quote: StoredRow, { line, version }: LinePrice): PricedParts {
  const text = (key: string): string | null => textOf(quote.attributes, key)
  const [supplier, price] = [text('supplier') ?? '', quotedPrice(quote.attributes, version)]
  if (price === null) {
    const why =
      text('price') === null
        ? saying('The quote of “{{supplier}}” has no price.', { supplier })
        : saying('The quote of “{{supplier}}” has a price in {{currency}}, which has no rate here.', {
            supplier,
            currency: text('currency') ?? '',
          })
    throw invalid([{ path: 'quote', code: 'no_price', ...why }])
  }
  const resource = {
    path: '001',
    item_code: null,
    name: supplier,
    type: 'subcontract',
    unit: textOf(line, 'unit') ?? '',
    qty_per_unit: '1',
    waste_pct: null,
    formula: null,
    price: price.amount,
    price_basis: '1',
    price_from: 'quote',
    price_row: quote.id,
    price_valid_from: text('received_on'),
    price_valid_until: text('valid_until'),
    price_note: price.note,
  } as const
  return {
    resources: [resource],
    values: { rate_source: 'subquote', item: null, recipe_version: null, rate_override: null },
  }
}

/**
 * What a quote says in the currency of a version, to six digits, and how it was exchanged. Null for no price, and for one in
 * a currency that the version has no rate for.
 */
export function quotedPrice(
  quote: StoredRow['attributes'],
  version: StoredRow['attributes'],
): { amount: string; note: string | null } | null {
  const [price, own] = [textOf(quote, 'price'), currencyOf(version)]
  if (price === null) return null
  const currency = textOf(quote, 'currency') ?? own
  if (currency === own) return { amount: plainText(fraction(price)), note: null }
  const rate = exchangeRatesOf(version).get(currency)
  if (rate === undefined) return null
  const amount = fixedText(fraction(exchanged(price, rate)), { digits: 6, mode: 'half_up' })
  return { amount: plainText(fraction(amount)), note: exchangeNote(price, currency, rate) }
}
