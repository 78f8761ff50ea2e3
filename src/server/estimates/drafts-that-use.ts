import { must } from '#base/assert.ts'
import { linkText } from '#kernel/sql/computed-joins.ts'
import { identifier, sql, toStatement } from '#kernel/sql/sql.ts'
import type { RecordContext } from '../records/record-context.ts'
import { modelNamed } from './stored-version.ts'

/** What prices stand in: a whole catalogue, or one item. */
export type PricesOf = { catalogue: string } | { item: string }

/**
 * How many lines of which versions are priced by items of a catalogue, or by one: directly or through recipes, as their
 * resources say, also those that had no price when they were priced. One statement, however many versions there are.
 */
export async function linesThatUse(
  context: RecordContext,
  versions: readonly string[],
  of: PricesOf,
): Promise<Map<string, number>> {
  const model = modelNamed(context, 'estimate_resources')
  const row = identifier('o')
  const version = linkText(row, must(model.fields.get('version')))
  const asked = 'item' in of ? sql`i.id = ${of.item}::uuid` : sql`i.catalogue_id = ${of.catalogue}::uuid`
  const tenant = sql`${context.caller.tenantId}::uuid`
  const { text, values } = toStatement(sql`
    with items as materialized (select i.id, i.code from app.catalogue_items i where i.tenant_id = ${tenant} and ${asked}),
    prices as materialized (
      select p.id::text as id from app.catalogue_prices p join items i on i.id = p.item_id where p.tenant_id = ${tenant}
    )
    select ${version} as version, count(distinct ${row}.attributes ->> 'line')::int as lines
    from app.objects ${row}
    where ${row}.tenant_id = ${tenant} and ${row}.model_id = ${model.id}::uuid and ${row}.deleted_at is null
      and ${version} = any(${versions}::text[])
      and (${row}.attributes ->> 'price_row' in (select id from prices)
        or (${row}.attributes ->> 'price' is null and lower(${row}.attributes ->> 'item_code') in (select code from items)))
    group by 1`)
  const { rows } = await context.tx.query<{ version: string; lines: number }>(text, values, {
    plan: 'lookup',
  })
  return new Map(rows.map(({ version: id, lines }) => [id, lines]))
}
