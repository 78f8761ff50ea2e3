import { canonicalJson } from '#base/json.ts'
import { formulaPlan } from '#kernel/formulas/plan.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { recalculateLater } from './recalculate-later.ts'

/**
 * Lets the records follow new and changed computed fields: in the background, in the order in which they depend on each
 * other, so that a release is quick however many records there are.
 */
export async function followDefinitions(
  tx: Tx,
  caller: Caller,
  before: Workspace,
  after: Workspace,
): Promise<void> {
  for (const { model, fields } of formulaPlan(after).stages) {
    const old = before.models.get(model.key)
    const changed = fields
      .filter(
        (computed) =>
          canonicalJson(old?.fields.get(computed.key)?.computed ?? null) !== canonicalJson(computed),
      )
      .map(({ key }) => key)
    if (changed.length === 0 || !(await hasRecords(tx, caller, model.id))) continue
    await recalculateLater({ tx, caller }, model, changed, null, { definition: true })
  }
}

async function hasRecords(tx: Tx, { tenantId }: Caller, modelId: string | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from app.objects where tenant_id = $1 and model_id = $2 and deleted_at is null limit 1',
    [tenantId, modelId],
  )
  return rowCount > 0
}
