import { must } from '#base/assert.ts'
import type { Step } from '../formulas/computed.ts'
import type { Workspace } from '../models/workspace.ts'
import { linkText } from './computed-joins.ts'
import { inMap } from './formula-inputs.ts'
import { identifier, keyLiteral, sql, toStatement, type Statement } from './sql.ts'

/**
 * The records one step back: whose records of `step.from` lead to these records of `step.to`. Rows `{id}`, at most
 * `limit`; for an `inverse` step the ids are what these records point to now.
 */
export function compileDependents(
  workspace: Workspace,
  step: Step,
  ids: readonly string[],
  limit: number,
): Statement {
  const row = identifier('o')
  const model = must(workspace.models.get(step.kind === 'inverse' ? step.to : step.from))
  const relation = must(model.fields.get(step.field))
  const own = sql`${row}.tenant_id = ${workspace.tenantId}::uuid and ${row}.model_id = ${model.id}::uuid and ${row}.deleted_at is null`
  const value = inMap(sql`${row}.attributes`, keyLiteral(step.field))
  if (step.kind === 'inverse') {
    const items = sql`jsonb_array_elements_text(case jsonb_typeof(${value.json}) when 'array' then ${value.json} when 'string' then jsonb_build_array(${value.json}) else '[]' end)`
    return toStatement(
      sql`select distinct item.id from app.objects ${row} cross join lateral ${items} as item (id) where ${own} and ${row}.id = any(${ids}::uuid[]) limit ${limit}::integer`,
    )
  }
  const points =
    step.kind === 'many'
      ? sql`${value.json} ?| ${ids}::text[]`
      : sql`${linkText(row, relation)} = any(${ids}::text[])`
  return toStatement(
    sql`select ${row}.id::text as id from app.objects ${row} where ${own} and ${points} limit ${limit}::integer`,
  )
}
