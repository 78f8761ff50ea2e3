import { invalid } from '#base/app-error.ts'
import { fraction, fixedText, plainText, times } from '#base/fraction.ts'
import { saying } from '#base/saying.ts'
import { priceIn } from '#estimating/exchange-prices.ts'
import { priceNote } from '#estimating/price-note.ts'
import { noPriceWords } from '#estimating/price-of-item.ts'
import type { PriceBook } from '#estimating/recipe-book.ts'
import { currencyOf, exchangeRatesOf } from './exchange-rates.ts'
import type { LinePrice, PricedParts } from './price-by-recipe.ts'
import { textOf } from './read-value.ts'
import { unitFactor } from './unit-factor.ts'

/**
 * A line by one item of a catalogue. 422 with the reason where it has no price: it is never 0; and where the line takes it
 * now although it is blocked. Lines that have it already go on with it.
 */
export function priceByItem(
  prices: PriceBook,
  id: string,
  { line, version, isTaken }: LinePrice,
): PricedParts {
  const priced = prices.get(id)
  if (!priced) throw invalid([{ path: 'item', code: 'reference', message: 'There is no such item.' }])
  const { code, name, type, unit, waste_default, status } = priced.item
  if (isTaken && status === 'blocked')
    throw invalid([
      {
        path: 'item',
        code: 'item_status',
        ...saying('“{{name}}” is blocked: no line can take it any more. Choose another item.', { name }),
      },
    ])
  const own = textOf(line, 'unit') ?? unit
  const factor = unitFactor(own, unit, name)
  const question = {
    currency: currencyOf(version),
    region: textOf(version, 'region'),
    date: textOf(version, 'price_date') ?? '',
  }
  const quantity = times(fraction(textOf(line, 'quantity') ?? '0'), factor)
  const answer = priceIn(priced, { ...question, quantity }, exchangeRatesOf(version))
  if (answer.kind === 'no_price')
    throw invalid([{ path: 'item', code: 'no_price', ...noPriceWords(priced, question, answer.why) }])
  const resource = {
    path: '001',
    item_code: code,
    name,
    type,
    unit,
    qty_per_unit: digits(plainText(factor), 9),
    waste_pct: waste_default,
    formula: null,
    price: digits(answer.unit_price, 6),
    price_basis: answer.price_basis,
    price_from: 'lookup',
    price_row: answer.price.id,
    price_valid_from: answer.price.valid_from,
    price_note: priceNote(answer.price.source),
  } as const
  return {
    resources: [resource],
    values: { unit: own, rate_source: 'item', item: id, recipe_version: null, rate_override: null },
  }
}

const digits = (text: string, places: number): string =>
  plainText(fraction(fixedText(fraction(text), { digits: places, mode: 'half_up' })))
