import { newId } from '#base/ids.ts'
import { planSlots, type SlotRow } from '#kernel/models/slot-plan.ts'
import type { Tx } from '../database/in-tenant.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { readSlots } from './read-slots.ts'

type Place = Pick<Tx, 'query' | 'releaseId' | 'slotsId' | 'confirm'>

const save = `
  insert into app.field_slots as f (tenant_id, model_id, slot, field_key, reading, state)
  select $1, r.model_id, r.slot, r.field_key, r.reading, r.state
  from jsonb_to_recordset($2::jsonb) as r (model_id uuid, slot text, field_key text, reading text, state text)
  on conflict (tenant_id, model_id, slot) do update
    set field_key = excluded.field_key, reading = excluded.reading, state = excluded.state, done_to = null`

/**
 * Gives typed columns to the fields of the workspace as the transaction's release has them, and takes them from fields
 * that are gone. Whoever writes must know of it: the workspace is ours alone (mode `release`) while this runs.
 */
export async function giveSlots(tx: Place, tenantId: string): Promise<void> {
  const rows = await readSlots(tx, tenantId)
  const { modelsById } = await loadWorkspace(tx, tenantId)
  const byModel = new Map<string, SlotRow[]>()
  for (const row of rows) byModel.set(row.model_id, [...(byModel.get(row.model_id) ?? []), row])
  const planned = [...modelsById].flatMap(
    ([id, { fields }]) => planSlots(id, [...fields.values()], byModel.get(id) ?? []) ?? [],
  )
  // A model that is gone has no records: nothing is to be emptied.
  const gone = [...byModel.keys()].filter((id) => !modelsById.has(id))
  if (planned.length === 0 && gone.length === 0) return
  if (gone.length > 0)
    await tx.query('delete from app.field_slots where tenant_id = $1 and model_id = any($2::uuid[])', [
      tenantId,
      gone,
    ])
  // Rows that stay what they were keep how far they are filled.
  const isLeaving = ({ state }: SlotRow): number => Number(state === 'leaving')
  // A field leaves one slot before it takes another.
  const changed = planned.filter((row) => !rows.includes(row)).toSorted((a, b) => isLeaving(b) - isLeaving(a))
  if (changed.length > 0) await tx.query(save, [tenantId, JSON.stringify(changed)])
  await changeSlots(tx)
}

/** Says that the workspace's typed columns changed hands or state: every process compiles its models anew. */
export async function changeSlots(tx: Place): Promise<void> {
  const id = newId()
  await tx.query('select app.change_slots($1)', [id])
  tx.slotsId = id
}
