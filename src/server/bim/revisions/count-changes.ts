import { must } from '#base/assert.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../../records/record-context.ts'
import type { EventCause } from '../../records/update-rows.ts'
import { keepValues } from '../../standard-models/keep-values.ts'

const kinds = `
  select attributes ->> 'kind' as kind, count(*)::int as count from app.objects
  where tenant_id = $1 and model_id = $2 and attributes ->> 'version' = $3 and deleted_at is null group by 1`
const carried = `
  select count(*)::int as count from app.objects
  where tenant_id = $1 and model_id = $2 and attributes ->> 'version' = $3 and deleted_at is null
    and attributes ->> 'change' in ('same', 'carried', 'changed', 'moved')`

/** Counts anew, after a person settled something, what a version says of its changes. */
export async function countChanges(
  context: RecordContext,
  changes: ModelInfo,
  version: string,
  cause: EventCause,
): Promise<void> {
  const { tx, caller, workspace } = context
  const place = (model: ModelInfo) => [caller.tenantId, model.id, version]
  const { rows } = await tx.query<{ kind: string; count: number }>(kinds, place(changes))
  const of = (...wanted: string[]): number =>
    rows.reduce((sum, { kind, count }) => sum + (wanted.includes(kind) ? count : 0), 0)
  const elements = must(workspace.models.get('bim_elements'))
  const { rows: kept } = await tx.query<{ count: number }>(carried, place(elements))
  const values = {
    added: of('added'),
    removed: of('removed'),
    changed: of('changed', 'moved'),
    carried: kept[0]?.count ?? 0,
    for_review: of('review'),
  }
  const versions = must(workspace.models.get('bim_model_versions'))
  await keepValues(context, versions, new Map([[version, values]]), cause)
}
