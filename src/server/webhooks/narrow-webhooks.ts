import { whereSchema, type Query, type QueryResult, type Row } from '#contracts/query.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import { mayAsk } from '#kernel/permissions/narrow-view.ts'

const key = 'sys_webhook'

/** A question for the filters of webhooks asks as well for what decides whether its reader may know them. */
export function askWholeWebhooks(query: Query): Query {
  if (query.model !== key || !query.fields?.includes('filter')) return query
  return { ...query, fields: [...new Set([...query.fields, 'models'])] }
}

/**
 * Webhooks as somebody may know them who did not make them: without the models they may not read, and without a filter that
 * names a field they may not read.
 */
export function narrowWebhooks(
  model: string,
  result: QueryResult,
  workspace: Workspace,
  access: Access,
): QueryResult {
  if (model !== key) return result
  return { ...result, rows: result.rows.map((row) => narrowRow(row, workspace, access)) }
}

function narrowRow(row: Row, workspace: Workspace, access: Access): Row {
  const { models } = row
  if (!Array.isArray(models)) return row
  const known = models.flatMap((name) => workspace.models.get(String(name)) ?? [])
  const open = known.filter((one) => access.can(one, 'read'))
  const narrowed = { ...row, models: open.map((one) => one.key) }
  if (!('filter' in row) || row['filter'] === null) return narrowed
  const filter = whereSchema.safeParse(row['filter'])
  const mayKnow =
    filter.success &&
    open.length === models.length &&
    open.every((one) => mayAsk(filter.data, one, workspace, access))
  return mayKnow ? narrowed : { ...narrowed, filter: null }
}
