import { viewSettingsSchema } from '#contracts/view.ts'
import type { Query, QueryResult, Row } from '#contracts/query.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import { narrowView } from '#kernel/permissions/narrow-view.ts'

const key = 'sys_view'

/** A question for saved views asks as well for what decides how much of them this reader may know. */
export function askWholeViews(query: Query): Query {
  if (query.model !== key || !query.fields?.includes('settings')) return query
  return { ...query, fields: [...new Set([...query.fields, 'model', 'shared'])] }
}

/** Saved views without the fields their reader may not read. Whoever manages screens knows them whole. */
export function narrowViews(
  model: string,
  result: QueryResult,
  workspace: Workspace,
  access: Access,
): QueryResult {
  if (model !== key || access.manages('layouts')) return result
  return {
    ...result,
    rows: result.rows.map((row) => narrowRow(row, workspace, access)).filter((row) => row !== null),
  }
}

function narrowRow(row: Row, workspace: Workspace, access: Access): Row | null {
  if (!('settings' in row)) return row
  const model = workspace.models.get(String(row['model']))
  const settings = viewSettingsSchema.safeParse(row['settings'])
  if (!model || !settings.success) return null
  const narrowed = narrowView(settings.data, model, workspace, access)
  if (narrowed) return { ...row, settings: narrowed }
  // One's own stays, without the conditions: who saved it may save it anew.
  const own =
    row['shared'] === false && narrowView({ ...settings.data, filters: null }, model, workspace, access)
  return own ? { ...row, settings: own } : null
}
