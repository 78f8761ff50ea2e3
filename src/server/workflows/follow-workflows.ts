import type { Caller, Tx } from '../database/in-tenant.ts'
import { nextTime } from '../schedules/next-time.ts'
import { planOf } from './plan-of.ts'
import { releasedWorkflow } from './released-workflow.ts'
import { wakeWorkflows } from './wake-workflows.ts'

const changed = `
  select r.id, r.version_id, r.body from app.released r
  left join app.workflow_states s on s.tenant_id = r.tenant_id and s.workflow_id = r.id
  where r.tenant_id = $1 and r.kind = 'workflow' and (s.version_id is null or s.version_id <> r.version_id)`
const forget = `
  delete from app.workflow_states s where s.tenant_id = $1
    and not exists (select from app.released r where r.tenant_id = s.tenant_id and r.kind = 'workflow' and r.id = s.workflow_id)`
const follow = `
  insert into app.workflow_states as s (tenant_id, workflow_id, version_id, user_id, trigger_kind, active, next_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant_id, workflow_id) do update set version_id = excluded.version_id, user_id = excluded.user_id,
    trigger_kind = excluded.trigger_kind, active = excluded.active, next_at = excluded.next_at,
    since_at = case when s.active and s.trigger_kind = excluded.trigger_kind then s.since_at else clock_timestamp() end,
    looked_at = case when s.active and s.trigger_kind = excluded.trigger_kind then s.looked_at else now() end`

/**
 * Lets what is known of workflows follow the release of the transaction. From here on new versions run with no more rights
 * than whoever released them has; runs under way keep the version, and the person behind it, they began with.
 */
export async function followWorkflows(tx: Tx, caller: Caller): Promise<void> {
  await tx.query(forget, [caller.tenantId])
  const { rows } = await tx.query<{ id: string; version_id: string; body: Record<string, unknown> }>(
    changed,
    [caller.tenantId],
  )
  for (const { id, version_id: version, body } of rows) {
    const workflow = releasedWorkflow(version, body)
    const plan = workflow.active ? planOf(workflow.trigger) : null
    await tx.query(follow, [
      caller.tenantId,
      id,
      version,
      caller.userId,
      workflow.trigger.on,
      workflow.active,
      plan && nextTime(plan.plan, plan.zone, new Date()),
    ])
  }
  if (rows.length > 0) tx.afterCommit(async () => wakeWorkflows())
}
