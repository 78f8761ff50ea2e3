import { must } from '#base/assert.ts'
import type { RecordContext } from '../records/record-context.ts'

/** What decides whether a version changes. */
export interface HeldVersion {
  id: string
  status: string
  title: string
  estimate: string
}

/**
 * Holds versions until the transaction ends, in the order of their ids: who writes their lines waits for who issues them.
 * Versions come before the estimate they belong to. Those that are not there are missing in the answer.
 */
export async function holdVersions(
  { tx, caller, workspace }: RecordContext,
  ids: Iterable<string>,
): Promise<HeldVersion[]> {
  const wanted = [...ids]
  if (wanted.length === 0) return []
  const model = must(workspace.models.get('estimate_versions'))
  const { rows } = await tx.query<HeldVersion>(
    `select id, attributes ->> 'status' as status, coalesce(attributes ->> 'title', '') as title, attributes ->> 'estimate' as estimate
     from app.objects where tenant_id = $1 and model_id = $2 and id = any($3::uuid[]) and deleted_at is null
     order by id for no key update`,
    [caller.tenantId, model.id, wanted],
    { plan: 'lookup' },
  )
  return rows
}
