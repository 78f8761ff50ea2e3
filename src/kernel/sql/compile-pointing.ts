import { must } from '#base/assert.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import { isUnlinked, linkText } from './computed-joins.ts'
import { identifier, sql, toStatement, type Statement } from './sql.ts'

/**
 * The records of a model whose to-one relation `field` names one of these records: rows `{id, archetype_id, attributes}`
 * in no order. Rights are not looked at: it is for what the product itself keeps true.
 * @param empty a to-one relation that names none in them
 * @example compilePointing(workspace, lines, 'version', [version.id])
 */
export function compilePointing(
  workspace: Workspace,
  model: ModelInfo,
  field: string,
  ids: readonly string[],
  empty: string | null = null,
): Statement {
  const row = identifier('o')
  const link = linkText(row, must(model.fields.get(field)))
  const rest = empty === null ? sql`` : sql` and ${isUnlinked(row, must(model.fields.get(empty)))}`
  return {
    ...toStatement(
      sql`select ${row}.id, ${row}.archetype_id, ${row}.attributes from app.objects ${row} where ${row}.tenant_id = ${workspace.tenantId}::uuid and ${row}.model_id = ${model.id}::uuid and ${row}.deleted_at is null and ${link} = any(${ids}::text[])${rest}`,
    ),
    plan: 'lookup',
  }
}
