import { newId } from '#base/ids.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { EventCause } from '../records/update-rows.ts'
import { wakeRecalculation } from './wake-recalculation.ts'

/**
 * Leaves computed fields of some records (null: of all records of the model) to the background. They count as pending
 * from the commit of this transaction until the job is through: see `pendingFields`.
 */
export async function recalculateLater(
  { tx, caller }: { tx: Tx; caller: Pick<Caller, 'tenantId' | 'userId'> },
  model: ModelInfo,
  fields: readonly string[],
  ids: readonly string[] | null,
  cause: EventCause,
): Promise<void> {
  await tx.query(
    `insert into app.recalculations (tenant_id, id, model_id, field_keys, record_ids, cause, actor_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [caller.tenantId, newId(), model.id, fields, ids, JSON.stringify(cause), caller.userId],
  )
  tx.afterCommit(async () => wakeRecalculation(caller.tenantId))
}

/** Keys of the model's fields whose values are still being worked out for some records. */
export async function pendingFields(tx: Tx, tenantId: string, model: ModelInfo): Promise<Set<string>> {
  if (model.id === null) return new Set()
  const { rows } = await tx.query<{ key: string }>(
    'select distinct unnest(field_keys) as key from app.recalculations where tenant_id = $1 and model_id = $2',
    [tenantId, model.id],
  )
  return new Set(rows.map(({ key }) => key))
}
