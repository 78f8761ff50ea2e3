import { decimal, decimalText } from '#base/decimal.ts'
import { hasSeveralPrices } from './price-book-columns.ts'
import { Refused, type Row } from './price-book-row.ts'
import type { BookPrice, PriceSeries, PriceTerms } from './price-series.ts'

type Place = Pick<PriceSeries, 'region' | 'min_qty'>

const longestRegion = 60

/** What a row says of a price, and of which series it is; null where it has none. A price of 0 is no price. */
export function readPrice(row: Row, line: number): { place: Place; price: BookPrice } | null {
  const amounts = readAmounts(row)
  if (!hasSeveralPrices(row.reading.shape))
    return amounts && { place: anywhere, price: { row: line, ...always(row.reading.from), amounts } }
  const [region, minimum] = [row.text('region') ?? '', row.number('minimum') ?? '0']
  if (region.length > longestRegion)
    throw new Refused('“{{text}}” is too long for a region.', { text: region.slice(0, longestRegion) })
  const [from, last] = [row.day('from'), row.day('to')]
  const first = from ?? row.reading.from
  if (last !== null && last < first)
    throw new Refused('The price ends on {{last}}, before it begins on {{first}}.', {
      first: { day: first },
      last: { day: last },
    })
  if (amounts === null) return null
  const terms: PriceTerms = given({
    region: region || null,
    min_qty: minimum === '0' ? null : minimum,
    valid_from: from,
    valid_to: last,
  })
  return { place: { region, min_qty: minimum }, price: { row: line, first, last, amounts, terms } }
}

const anywhere: Place = { region: '', min_qty: '0' }
const always = (first: string): Pick<BookPrice, 'first' | 'last' | 'terms'> => ({
  first,
  last: null,
  terms: {},
})

function readAmounts(row: Row): Readonly<Record<string, string>> | null {
  const unit_price = row.number('price')
  if (unit_price === null || decimal(unit_price).eq(0)) return null
  const currency = row.text('currency') ?? row.reading.currency
  if (currency !== row.reading.currency)
    throw new Refused('The price is in {{file}}; the catalogue is in {{catalogue}}.', {
      file: currency,
      catalogue: row.reading.currency,
    })
  return given({
    unit_price,
    currency,
    price_low: row.number('low'),
    price_high: row.number('high'),
    price_avg: row.number('average'),
  })
}

/** The same decimal in the same words: what the database has as `10.000000` is `10`. */
export const plainQuantity = (text: string): string => decimalText(decimal(text))

/** The values that there are. */
export const given = (values: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
