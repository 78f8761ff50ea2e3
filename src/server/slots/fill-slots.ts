import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { Tx } from '../database/in-tenant.ts'
import { someSlotColumns } from './slot-columns.ts'

/**
 * Fills some slots of the next `size` records of a model after the record `after`, in the order of ids. Answers the last
 * record's id, or null when there were fewer: everything is filled.
 */
export async function fillSlots(
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  model: ModelInfo,
  names: readonly string[],
  { after, size }: { after: string | null; size: number },
): Promise<string | null> {
  const { assignments } = someSlotColumns(model, names, 'o.attributes')
  const { rows } = await tx.query<{ count: number; last: string | null }>(
    `with batch as (
       select id from app.objects
       where tenant_id = $1 and model_id = $2 and deleted_at is null and ($3::uuid is null or id > $3)
       order by id limit $4 for update
     ), filled as (
       update app.objects o set ${assignments.replace(/^, /, '')} from batch b where o.tenant_id = $1 and o.id = b.id
     )
     select count(*)::int as count, (select id from batch order by id desc limit 1) as last from batch`,
    [tenantId, model.id, after, size],
  )
  const { count = 0, last = null } = rows[0] ?? {}
  return count < size ? null : last
}

/** Marks slots as filled: from the next state on they are read. */
export const markReady = async (
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  model: ModelInfo,
  names: readonly string[],
): Promise<void> =>
  void (await tx.query(
    "update app.field_slots set state = 'ready', done_to = null where tenant_id = $1 and model_id = $2 and slot = any($3::text[])",
    [tenantId, model.id, names],
  ))
