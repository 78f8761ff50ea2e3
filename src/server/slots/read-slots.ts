import type { SlotRow } from '#kernel/models/slot-plan.ts'
import type { Tx } from '../database/in-tenant.ts'

/** Which field owns which typed column, by model and column. */
export async function readSlots(tx: Pick<Tx, 'query'>, tenantId: string): Promise<SlotRow[]> {
  const { rows } = await tx.query<SlotRow>(
    'select model_id, slot, field_key, reading, state from app.field_slots where tenant_id = $1 order by model_id, slot',
    [tenantId],
  )
  return rows
}
