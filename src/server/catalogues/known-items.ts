import { must } from '#base/assert.ts'
import type { QueryResult } from '#contracts/query.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { amountKeys, itemKeys } from './compare-values.ts'
import { seriesKey } from './price-series.ts'
import { plainQuantity } from './read-price.ts'

/** A price that is there. Days as `2026-03-01`. */
export interface KnownPrice {
  id: string
  first: string
  last: string | null
  values: Readonly<Record<string, unknown>>
}

export interface KnownItem {
  id: string
  values: Readonly<Record<string, unknown>>
  /** By what tells the series of an item apart. */
  prices: Map<string, KnownPrice[]>
}

/**
 * The items of a catalogue by their codes in small letters, with their prices in one currency, as far as this reader may see
 * them.
 */
export async function knownItems(
  context: RecordContext,
  catalogue: string,
  currency: string,
): Promise<Map<string, KnownItem>> {
  const { tx, caller } = context
  const byId = new Map<string, KnownItem>()
  const items = new Map<string, KnownItem>()
  const found = await tx.query<{ id: string }>(itemsOf, [caller.tenantId, catalogue])
  for (const row of await rowsOf(context, 'catalogue_items', itemFields, found.rows)) {
    const item: KnownItem = { id: String(row.id), values: row, prices: new Map() }
    byId.set(item.id, item)
    items.set(String(row.code).toLowerCase(), item)
  }
  const priced = await tx.query<PriceRow>(pricesOf, [caller.tenantId, [...byId.keys()], currency])
  const prices = new Map(priced.rows.map((row) => [row.id, row]))
  for (const values of await rowsOf(context, 'catalogue_prices', priceFields, priced.rows)) {
    const { id, item_id, region, min_qty, first, last } = must(prices.get(String(values.id)))
    const series = must(byId.get(item_id)).prices
    const key = seriesKey({ region, min_qty: plainQuantity(min_qty) })
    series.set(key, [...(series.get(key) ?? []), { id, first, last, values }])
  }
  return items
}

interface PriceRow {
  id: string
  item_id: string
  region: string
  min_qty: string
  first: string
  last: string | null
}

const itemFields = ['id', 'code', ...itemKeys]
const priceFields = ['id', ...amountKeys]

const itemsOf = 'select id from app.catalogue_items where tenant_id = $1 and catalogue_id = $2'

// By a list of ids: joined to items that were just written, of which the planner knows nothing, it took two minutes.
const pricesOf = `
  select p.id, p.item_id, p.region, p.min_qty::text as min_qty, lower(p.validity)::text as first,
    (upper(p.validity) - 1)::text as last
  from app.catalogue_prices p where p.tenant_id = $1 and p.item_id = any($2::uuid[]) and p.currency = $3`

// Asked as the reader, so that they compare what they may see.
async function rowsOf(
  context: RecordContext,
  model: string,
  wanted: readonly string[],
  found: readonly { id: string }[],
): Promise<QueryResult['rows']> {
  const readable = context.access.readable(modelFor(context, model, 'read'))
  const fields = wanted.filter((key) => readable.has(key))
  const rows: QueryResult['rows'] = []
  for (let start = 0; start < found.length; start += 500) {
    const value = found.slice(start, start + 500).map(({ id }) => id)
    const where = { field: 'id', op: 'in' as const, value }
    rows.push(...(await ask(context, { model, where, fields, page: { size: 500 } })).rows)
  }
  return rows
}
