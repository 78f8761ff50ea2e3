import type { Workspace } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'

/** The model whose records say what a customer may in a project, and until when. */
export const customerAccessKey = 'portal_access'

/**
 * Somebody with the record that stands for them, and with the projects and estimates that are closed to it: the rows of
 * `portal_access` whose last day is over.
 */
export async function standingFor(
  tx: Tx,
  workspace: Workspace,
  caller: Caller,
  recordId: string | null,
): Promise<Caller> {
  return { ...caller, recordId, closed: await closedTo(tx, workspace, recordId) }
}

/**
 * Ids of the projects and estimates that this record may not see any more. A day is over in UTC, not where the one who asks
 * says they are: they could say another to look longer.
 */
export async function closedTo(
  tx: Tx,
  { tenantId, models }: Workspace,
  recordId: string | null,
): Promise<readonly string[]> {
  const model = models.get(customerAccessKey)
  if (!model || recordId === null) return []
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(attributes ->> 'estimate', attributes ->> 'project') as id from app.objects
     where tenant_id = $1 and model_id = $2 and deleted_at is null
       and attributes ->> 'customer' = $3 and attributes ->> 'until' < $4`,
    [tenantId, model.id, recordId, new Date().toISOString().slice(0, 10)],
  )
  return rows.flatMap(({ id }) => id ?? [])
}
