import type { Workspace } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { closedPlaces, type Agreed } from './closed-by.ts'

/** The model whose records say what a customer may in a project, and until when. */
export const customerAccessKey = 'portal_access'

/**
 * Somebody with the record that stands for them, and with the projects and estimates that are closed to it (`closedTo`).
 */
export async function standingFor(
  tx: Tx,
  workspace: Workspace,
  caller: Caller,
  recordId: string | null,
): Promise<Caller> {
  return { ...caller, recordId, closed: await closedTo(tx, workspace, recordId) }
}

const agreed = `
  select attributes ->> 'project' as project, attributes ->> 'estimate' as estimate, attributes ->> 'until' as until,
    deleted_at is null as living
  from app.objects where tenant_id = $1 and model_id = $2 and attributes ->> 'customer' = $3`

/**
 * Ids of the projects and estimates that this record may not see any more, by its rows of `portal_access`. A day is over in
 * UTC, not where the one who asks says they are: they could say another to look longer.
 */
export async function closedTo(
  tx: Tx,
  { tenantId, models }: Workspace,
  recordId: string | null,
): Promise<readonly string[]> {
  const model = models.get(customerAccessKey)
  if (!model || recordId === null) return []
  const { rows } = await tx.query<Agreed>(agreed, [tenantId, model.id, recordId])
  return closedPlaces(rows, new Date().toISOString().slice(0, 10))
}
