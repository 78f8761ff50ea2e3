import { must } from '#base/assert.ts'
import { linkText } from '#kernel/sql/computed-joins.ts'
import { asUuid } from '#kernel/sql/field-types.ts'
import { identifier, sql, toStatement } from '#kernel/sql/sql.ts'
import type { RecordContext } from '../records/record-context.ts'
import { modelNamed } from './stored-version.ts'

/** What prices stand in: a whole catalogue, or one item. */
export type PricesOf = { catalogue: string } | { item: string }

/**
 * How many lines of which versions are priced by items of a catalogue, or by one: directly or through recipes, as their
 * resources say, also those that had no price when they were priced. A price may be in the bin since: what it was of stands;
 * of one that is gone for good the code of its item does. One statement, however many versions there are.
 */
export async function linesThatUse(
  context: RecordContext,
  versions: readonly string[],
  of: PricesOf,
): Promise<Map<string, number>> {
  const model = modelNamed(context, 'estimate_resources')
  const prices = modelNamed(context, 'catalogue_prices')
  const [row, price] = [identifier('o'), identifier('p')]
  const version = linkText(row, must(model.fields.get('version')))
  const asked = 'item' in of ? sql`i.id = ${of.item}::uuid` : sql`i.catalogue_id = ${of.catalogue}::uuid`
  const tenant = sql`${context.caller.tenantId}::uuid`
  const { text, values } = toStatement(sql`
    with items as materialized (
      select i.id::text as id, i.code from app.catalogue_items i where i.tenant_id = ${tenant} and ${asked}
    ), used as materialized (
      select ${version} as version, ${row}.attributes ->> 'line' as line, lower(${row}.attributes ->> 'item_code') as code,
        ${asUuid(sql`(${row}.attributes ->> 'price_row')`)} as price
      from app.objects ${row}
      where ${row}.tenant_id = ${tenant} and ${row}.model_id = ${model.id}::uuid and ${row}.deleted_at is null
        and ${version} = any(${versions}::text[])
    ), prices as materialized (
      select ${price}.id, ${linkText(price, must(prices.fields.get('item')))} as item
      from app.objects ${price}
      where ${price}.tenant_id = ${tenant} and ${price}.model_id = ${prices.id}::uuid
        and ${price}.id in (select u.price from used u where u.price is not null)
    )
    select u.version, count(distinct u.line)::int as lines
    from used u left join prices p on p.id = u.price
    where case when p.id is null then u.code in (select code from items) else p.item in (select id from items) end
    group by 1`)
  const { rows } = await context.tx.query<{ version: string; lines: number }>(text, values, {
    plan: 'lookup',
  })
  return new Map(rows.map(({ version: id, lines }) => [id, lines]))
}
