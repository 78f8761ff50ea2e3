import { newId } from '#base/ids.ts'
import { saying } from '#base/saying.ts'
import { workflowLimits } from '#contracts/workflow.ts'
import type { Tx } from '../database/in-tenant.ts'
import type { RunRow, RunTrigger } from './run-row.ts'
import { wakeWorkflows } from './wake-workflows.ts'

/** A run to be. */
export interface NewRun {
  workflow: { id: string; version_id: string; key: string; title: string; owner_id: string }
  /** Whose rights count; with `role`, as that role. */
  userId: string
  role: string | null
  trigger: RunTrigger
  record?: { model_id: string; id: string } | null
  eventId?: string | null
  /** What must not begin the workflow twice. */
  once?: string | null
  /** The run whose step began it. */
  parent?: { id: string; depth: number } | null
  replayOf?: string | null
}

const insert = `
  insert into app.workflow_runs (tenant_id, id, workflow_id, version_id, key, title, trigger_kind, trigger, model_id, record_id,
    event_id, once, user_id, role, owner_id, depth, parent_id, replay_of, status, error, reasons, next_at, ended_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
    case when $19 = 'running' then now() end, case when $19 = 'stopped' then clock_timestamp() end)
  on conflict (tenant_id, workflow_id, once) where once is not null do nothing`

/**
 * Begins a run in the transaction of what causes it and answers its id; null when the same thing began it before. One
 * that too long a chain of workflows began is put down as stopped, and takes no step.
 */
export async function beginRun(tx: Tx, tenantId: string, run: NewRun): Promise<string | null> {
  const id = newId()
  const depth = run.parent ? run.parent.depth + 1 : 0
  const tooDeep = depth > workflowLimits.depth
  const { workflow, trigger, record } = run
  const { rowCount } = await tx.query(insert, [
    tenantId,
    id,
    workflow.id,
    workflow.version_id,
    workflow.key,
    workflow.title,
    trigger.kind,
    JSON.stringify(trigger),
    record?.model_id ?? null,
    record?.id ?? null,
    run.eventId ?? null,
    run.once ?? null,
    run.userId,
    run.role,
    workflow.owner_id,
    depth,
    run.parent?.id ?? null,
    run.replayOf ?? null,
    tooDeep ? 'stopped' : 'running',
    tooDeep ? tooDeepReason.message : null,
    tooDeep ? JSON.stringify([tooDeepReason]) : null,
  ])
  if (rowCount === 0) return null
  tx.afterCommit(async () => wakeWorkflows())
  return id
}

const tooDeepReason = saying('Workflows began one another {{count}} times in a row: this one was stopped.', {
  count: workflowLimits.depth,
})

/** The same run once more from its beginning, for the same cause. */
export const replayRun = (tx: Tx, tenantId: string, run: RunRow): Promise<string | null> =>
  beginRun(tx, tenantId, {
    workflow: { ...run, id: run.workflow_id },
    userId: run.user_id,
    role: run.role,
    trigger: run.trigger,
    record:
      run.model_id !== null && run.record_id !== null ? { model_id: run.model_id, id: run.record_id } : null,
    eventId: run.event_id,
    replayOf: run.id,
  })
