import type { Workflow } from '#contracts/workflow.ts'
import type { TriggerKind, WorkflowTrigger } from '#contracts/workflow-trigger.ts'
import type { Tx } from '../database/in-tenant.ts'
import { releasedWorkflow } from './released-workflow.ts'

/** A released workflow that is switched on. */
export interface ActiveWorkflow {
  id: string
  version_id: string
  key: string
  title: string
  /** Who released it. */
  owner_id: string
  /** The role it acts as; null: whoever causes a run. */
  role: string | null
  sinceAt: Date
  lookedAt: Date
  nextAt: Date | null
  workflow: Workflow
}

interface Row {
  id: string
  version_id: string
  key: string
  user_id: string
  since_at: Date
  looked_at: Date
  next_at: Date | null
  body: Record<string, unknown>
}

const active = `
  select r.id, r.version_id, r.key, s.user_id, s.since_at, s.looked_at, s.next_at, r.body
  from app.workflow_states s
  join app.released r on r.tenant_id = s.tenant_id and r.id = s.workflow_id and r.version_id = s.version_id
  where s.tenant_id = $1 and s.active and ($2::text is null or s.trigger_kind = $2) and ($3::text is null or r.key = $3)
    and ($4::bytea is null or s.hook_hash = $4) and ($5::uuid is null or s.workflow_id = $5)
  order by r.key`

/** Workflows of the workspace of the transaction that are switched on, by what begins them, their key, or their address. */
export async function activeWorkflows(
  tx: Tx,
  tenantId: string,
  only: { trigger?: TriggerKind; key?: string; hookHash?: Buffer; id?: string } = {},
): Promise<ActiveWorkflow[]> {
  const { rows } = await tx.query<Row>(active, [
    tenantId,
    only.trigger ?? null,
    only.key ?? null,
    only.hookHash ?? null,
    only.id ?? null,
  ])
  return rows.map(({ id, version_id, key, user_id, since_at, looked_at, next_at, body }) => {
    const workflow = releasedWorkflow(version_id, body)
    return {
      id,
      version_id,
      key,
      title: workflow.title,
      owner_id: user_id,
      role: workflow.runs_as,
      sinceAt: since_at,
      lookedAt: looked_at,
      nextAt: next_at,
      workflow,
    }
  })
}

/** The trigger of a workflow as one kind of them; null when it is of another. */
export const triggerOf = <Kind extends TriggerKind>(
  { trigger }: Workflow,
  kind: Kind,
): Extract<WorkflowTrigger, { on: Kind }> | null =>
  trigger.on === kind ? (trigger as Extract<WorkflowTrigger, { on: Kind }>) : null
