import { AppError, invalid } from '#base/app-error.ts'
import type { Approval } from '#contracts/api/notifications.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { wakeWorkflows } from '../workflows/wake-workflows.ts'

const hold = `
  select a.id, a.run_id, a.status from app.approvals a
  where a.tenant_id = $1 and a.id::text = $2 and $3::uuid = any (a.candidates) for update`
const decide = `
  update app.approvals set status = $3, decided_by = $4, comment = $5, decided_at = clock_timestamp()
  where tenant_id = $1 and id = $2
  returning id, status, comment, to_json(decided_at)#>>'{}' as decided_at`
const goOn = `
  update app.workflow_runs set status = 'running', next_at = now() where tenant_id = $1 and id = $2 and status = 'approval'`
const tick = `
  update app.notifications set read_at = coalesce(read_at, now()) where tenant_id = $1 and approval_id = $2 and user_id = $3`

/**
 * Decides what a workflow asks; the run goes on with the commit. Throws 404 for who was not asked, and 422 when somebody
 * else has decided.
 */
export async function decideApproval(
  tx: Tx,
  caller: Caller,
  id: string,
  { decision, comment }: { decision: 'approved' | 'rejected'; comment: string | null },
): Promise<Approval> {
  const { rows } = await tx.query<{ id: string; run_id: string; status: string }>(hold, [
    caller.tenantId,
    id.toLowerCase(),
    caller.userId,
  ])
  const [found] = rows
  if (!found) throw new AppError('not_found')
  if (found.status !== 'waiting')
    throw invalid([{ path: 'decision', code: 'decided', message: 'This was decided already.' }])
  const { rows: decided } = await tx.query<Approval>(decide, [
    caller.tenantId,
    found.id,
    decision,
    caller.userId,
    comment,
  ])
  await tx.query(goOn, [caller.tenantId, found.run_id])
  await tx.query(tick, [caller.tenantId, found.id, caller.userId])
  tx.afterCommit(async () => wakeWorkflows())
  return { ...(decided[0] as Approval), decided_by: caller.name }
}
