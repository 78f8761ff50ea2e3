import { invalid } from '#base/app-error.ts'
import { fraction } from '#base/fraction.ts'
import { catalogueItemSchema, itemPriceSchema } from '#contracts/catalogue.ts'
import { noPriceWords, priceOfItem } from '#estimating/price-of-item.ts'
import type { PricedItem } from '#estimating/recipe-book.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

type Attributes = Readonly<Record<string, unknown>>

/**
 * What an item costs by a version: on the day of its prices, in its currency and region, for a line's quantity. Answers
 * the values of a resource that keeps the price as it is now. 422 with the reason where there is no price; never 0.
 */
export async function priceItem(
  context: RecordContext,
  item: StoredRow,
  version: Attributes,
  quantity: string,
): Promise<Record<string, unknown>> {
  const priced = await readPrices(context, item)
  const question = {
    currency: textOf(version, 'currency') ?? 'EUR',
    region: textOf(version, 'region'),
    date: textOf(version, 'price_date') ?? '',
  }
  const answer = priceOfItem(priced, { ...question, quantity: fraction(quantity) })
  if (answer.kind === 'no_price')
    throw invalid([{ path: 'item', code: 'no_price', message: noPriceWords(priced, question, answer.why) }])
  const { code, name, type, unit, waste_default } = priced.item
  return {
    item_code: code,
    name,
    type,
    unit,
    qty_per_unit: '1',
    ...(waste_default === null ? {} : { waste_pct: waste_default }),
    price: answer.unit_price,
    price_basis: answer.price_basis,
    price_date: question.date,
    price_note: answer.price.source,
  }
}

/** As many as one question answers; the nearest in time count. */
const most = 500

async function readPrices(context: RecordContext, { id, attributes }: StoredRow): Promise<PricedItem> {
  // A workspace may have catalogues without prices.
  const { rows } = !context.workspace.models.has('catalogue_prices')
    ? { rows: [] }
    : await ask(context, {
        model: 'catalogue_prices',
        where: { field: 'item', op: 'eq', value: id },
        sort: [{ field: 'valid_from', dir: 'desc' }],
        page: { size: most },
      })
  const text = (key: string): string | null => textOf(attributes, key)
  const item = catalogueItemSchema.parse({
    id,
    code: text('code') ?? '?',
    name: text('name') ?? text('code') ?? '?',
    type: text('type') ?? 'other',
    unit: text('unit') ?? '',
    price_basis: text('price_basis') ?? '1',
    waste_default: text('waste_default'),
  })
  const prices = rows.map((row) =>
    itemPriceSchema.parse({
      id: row.id,
      item_id: id,
      currency: textOf(row, 'currency') ?? 'EUR',
      unit_price: textOf(row, 'unit_price') ?? '0',
      valid_from: textOf(row, 'valid_from'),
      valid_to: textOf(row, 'valid_to'),
      region: textOf(row, 'region'),
      min_quantity: textOf(row, 'min_qty') ?? '0',
      discount_percent: textOf(row, 'discount_pct') ?? '0',
      source: textOf(row, 'source') ?? 'manual',
    }),
  )
  return { item, prices }
}
