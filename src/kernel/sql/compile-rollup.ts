import { must } from '#base/assert.ts'
import type { RollupFunction } from '#contracts/computed-field.ts'
import type { Computed } from '../formulas/computed.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import { storedJson } from './compile-formula.ts'
import { compileOver, Joins, linkText } from './computed-joins.ts'
import { asUuid } from './field-types.ts'
import { as, inMap, type TypedSql } from './formula-inputs.ts'
import { toText } from './formula-functions.ts'
import { identifier, keyLiteral, sql, type Sql } from './sql.ts'

/**
 * The join that gives each record of `s` its roll-up as `<alias>.v`. The related records of all of them are read and
 * grouped in one pass.
 */
export function compileRollup(workspace: Workspace, tenant: Sql, computed: Computed, alias: Sql): Sql {
  const { step, fn, value, where } = must(computed.rollup)
  const row = identifier('c')
  const joins = new Joins(workspace, tenant, row, 'ch')
  const target = must(workspace.models.get(step.to))
  const taken = value ? compileOver(joins, value) : null
  const test = where ? sql` and coalesce(${as(compileOver(joins, where), 'boolean')}, false)` : sql``
  const result = aggregate(fn, taken, computed)
  const link = linkOf(workspace, tenant, computed, row)
  const own = sql`${row}.tenant_id = ${tenant} and ${row}.model_id = ${target.id}::uuid and ${row}.deleted_at is null`
  const rows = sql`select ${link.record} as record_id, ${result} as v from ${link.from} ${joins.text()} where ${own} and ${link.only}${test} group by 1`
  // No related record at all: the sum of nothing is 0, the least of nothing is nothing.
  const none =
    fn === 'sum' || fn === 'count'
      ? storedJson({ sql: sql`0::numeric`, kind: 'number' }, computed.result)
      : sql`null::jsonb`
  return sql`left join (${rows}) as ${grouped(alias)} on ${grouped(alias)}.record_id = s.id::text cross join lateral (select coalesce(${grouped(alias)}.v, ${none}) as v offset 0) ${alias}`
}

const grouped = (alias: Sql): Sql => identifier(`g_${String(alias.parts[0]).replaceAll('"', '')}`)

interface Link {
  /** The id of the record in `s`, as text. */
  record: Sql
  from: Sql
  only: Sql
}

function linkOf(workspace: Workspace, tenant: Sql, { rollup }: Computed, row: Sql): Link {
  const { step } = must(rollup)
  const ids = sql`array(select id::text from s)`
  if (step.kind === 'many') {
    const list = inMap(sql`s2.attributes`, keyLiteral(step.field)).json
    const items = sql`jsonb_array_elements_text(case when jsonb_typeof(${list}) = 'array' then ${list} else '[]' end)`
    return {
      record: sql`s2.id::text`,
      from: sql`s s2 cross join lateral ${items} as item (id) join app.objects ${row} on ${row}.tenant_id = ${tenant} and ${row}.id = ${asUuid(sql`item.id`)}`,
      only: sql`true`,
    }
  }
  const relation = must(must<ModelInfo>(workspace.models.get(step.to)).fields.get(step.field))
  if (step.list === true) {
    const list = inMap(sql`${row}.attributes`, keyLiteral(step.field)).json
    const items = sql`jsonb_array_elements_text(case when jsonb_typeof(${list}) = 'array' then ${list} else '[]' end)`
    return {
      record: sql`item.id`,
      from: sql`app.objects ${row} cross join lateral ${items} as item (id)`,
      only: sql`item.id = any(${ids})`,
    }
  }
  const target = inMap(sql`${row}.attributes`, keyLiteral(step.field)).text
  return {
    record: target,
    from: sql`app.objects ${row}`,
    only: sql`${linkText(row, relation)} = any(${ids})`,
  }
}

function aggregate(fn: RollupFunction, value: TypedSql | null, { result }: Computed): Sql {
  const number = (piece: Sql): Sql => storedJson({ sql: piece, kind: 'number' }, result)
  if (fn === 'count' || !value) return number(sql`count(*)::numeric`)
  switch (fn) {
    case 'sum':
      return number(sql`app.calc_num(coalesce(sum(${as(value, 'number')}), 0))`)
    case 'avg':
      return number(sql`app.calc_div(sum(${as(value, 'number')}), count(${as(value, 'number')})::numeric)`)
    case 'list': {
      const text = sql`(nullif(${as(toText([value], []), 'text')}, '') collate "C")`
      return sql`nullif(jsonb_path_query_array(coalesce(jsonb_agg(distinct ${text} order by ${text}) filter (where ${text} is not null), '[]'), '$[0 to 999]'), '[]')`
    }
    case 'min':
    case 'max': {
      const kind = value.kind === 'empty' ? 'number' : value.kind
      const piece = fn === 'min' ? sql`min(${as(value, kind)})` : sql`max(${as(value, kind)})`
      return storedJson({ sql: piece, kind }, result)
    }
  }
}
