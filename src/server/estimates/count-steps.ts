import { must } from '#base/assert.ts'
import { linkText } from '#kernel/sql/computed-joins.ts'
import { identifier, keyLiteral, sql, toStatement } from '#kernel/sql/sql.ts'
import type { RecordContext } from '../records/record-context.ts'
import { modelNamed } from './stored-version.ts'

/** How many lines one version has more, less and changed than the one it was made from. */
export interface CountedStep {
  from: string
  to: string
  added: number
  removed: number
  changed: number
}

/**
 * Counts the lines that differ between versions and the ones they were made from: by lineage, in one statement for all of
 * them, from what is kept with the lines. A line is changed where `compareEstimates` lists it with something that is
 * another, or as moved. The caller has asked whether this person reads all of it.
 * @param digits of quantities, as each of the later versions rounds them
 */
export async function countSteps(
  context: RecordContext,
  steps: readonly { from: string; to: string; digits: number | null }[],
): Promise<CountedStep[]> {
  if (steps.length === 0) return []
  const { tx, caller } = context
  const model = modelNamed(context, 'estimate_lines')
  const line = identifier('o')
  const version = linkText(line, must(model.fields.get('version')))
  const parent = linkText(line, must(model.fields.get('parent')))
  const text = (key: string) => sql`coalesce(${line}.attributes ->> ${keyLiteral(key)}, '')`
  const number = (key: string) => sql`trim_scale(coalesce((${line}.attributes ->> ${keyLiteral(key)})::numeric, 0))`
  const versions = [...new Set(steps.flatMap(({ from, to }) => [from, to]))]
  const { text: statement, values } = toStatement(sql`
    with nodes as materialized (
      select ${line}.id::text as id, ${version} as version, ${parent} as parent,
        coalesce(nullif(${line}.attributes ->> 'lineage', ''), ${line}.id::text) as lineage,
        coalesce(${line}.attributes ->> 'kind', 'line') as kind, ${number('quantity')} as quantity,
        md5(row(${text('title')}, ${text('text')}, ${text('customer_text')}, ${text('visible_to_customer')} = 'false',
          ${text('unit')}, ${text('item_type')}, ${text('vat_code')}, ${number('rate')}, ${number('discount_pct')},
          ${number('line_total')}, ${number('node_total')})::text) as rest
      from app.objects ${line}
      where ${line}.tenant_id = ${caller.tenantId}::uuid and ${line}.model_id = ${model.id}::uuid
        and ${line}.deleted_at is null and ${version} = any(${versions}::text[])
    ), lines as materialized (
      select n.version, n.lineage, n.quantity, n.rest, coalesce(above.lineage, '') as above
      from nodes n left join nodes above on above.id = n.parent
      where n.kind = 'line'
    ), steps as (
      select * from unnest(${steps.map(({ from }) => from)}::text[], ${steps.map(({ to }) => to)}::text[],
        ${steps.map(({ digits }) => digits)}::int[]) as step ("from", "to", digits)
    ), kept as (
      select s."from", s."to", count(*)::int as both,
        (count(*) filter (where a.rest <> b.rest or a.above <> b.above
          or case when s.digits is null then a.quantity <> b.quantity
            else round(a.quantity, s.digits) <> round(b.quantity, s.digits) end))::int as changed
      from steps s join lines a on a.version = s."from" join lines b on b.version = s."to" and b.lineage = a.lineage
      group by 1, 2
    ), sizes as (select version, count(*)::int as size from lines group by 1)
    select s."from", s."to", coalesce(t.size, 0) - coalesce(k.both, 0) as added,
      coalesce(f.size, 0) - coalesce(k.both, 0) as removed, coalesce(k.changed, 0) as changed
    from steps s left join kept k on k."to" = s."to" left join sizes f on f.version = s."from"
      left join sizes t on t.version = s."to"`)
  return (await tx.query<CountedStep>(statement, values, { plan: 'lookup' })).rows
}
