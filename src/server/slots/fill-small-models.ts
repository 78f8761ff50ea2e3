import type { Tx } from '../database/in-tenant.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { fillSlots, markReady } from './fill-slots.ts'
import { changeSlots } from './give-slots.ts'
import { readSlots } from './read-slots.ts'

// What is filled at once, because it takes no time anybody notices; more is filled in the background.
const fewRecords = 500

/** Fills new slots of models with few records in the transaction that released them, so that they count with it. */
export async function fillSmallModels(tx: Tx, tenantId: string): Promise<void> {
  const filling = (await readSlots(tx, tenantId)).filter(({ state }) => state === 'filling')
  if (filling.length === 0) return
  const { modelsById } = await loadWorkspace(tx, tenantId)
  let some = false
  for (const id of new Set(filling.map(({ model_id }) => model_id))) {
    const model = modelsById.get(id)
    if (!model || !(await hasFewRecords(tx, tenantId, id))) continue
    const names = filling.filter(({ model_id }) => model_id === id).map(({ slot }) => slot)
    await fillSlots(tx, tenantId, model, names, { after: null, size: fewRecords + 1 })
    await markReady(tx, tenantId, model, names)
    some = true
  }
  if (some) await changeSlots(tx)
}

async function hasFewRecords(tx: Tx, tenantId: string, modelId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from app.objects where tenant_id = $1 and model_id = $2 and deleted_at is null limit $3',
    [tenantId, modelId, fewRecords + 1],
  )
  return rowCount <= fewRecords
}
