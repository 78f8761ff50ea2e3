import { AppError } from '#base/app-error.ts'
import type {
  OpenApproval,
  RunStatus,
  StepLog,
  WorkflowRun,
  WorkflowRunDetail,
} from '#contracts/api/workflows.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { messagesOfRun } from './run-messages.ts'

const columns = `id, workflow_id, key, title, status, trigger_kind, model_id, record_id, user_id, role, depth, parent_id, replay_of,
  steps, attempts, error, reasons, case when status = 'waiting' then to_json(next_at)#>>'{}' end as next_at,
  to_json(created_at)#>>'{}' as created_at, to_json(ended_at)#>>'{}' as ended_at`

/** The runs of a workflow, newest first. Throws 403. */
export async function listRuns(
  tx: Tx,
  caller: Caller,
  key: string,
  { status, size, after }: { status?: RunStatus | undefined; size: number; after?: string | undefined },
): Promise<{ rows: WorkflowRun[]; page: { size: number; after: string | null } }> {
  await requireManage(tx, caller, 'workflows')
  const { rows } = await tx.query<WorkflowRun>(
    `select ${columns} from app.workflow_runs
     where tenant_id = $1 and key = $2 and ($3::text is null or status = $3) and ($4::uuid is null or id < $4)
     order by id desc limit $5`,
    [caller.tenantId, key, status ?? null, after ?? null, size + 1],
  )
  const page = rows.slice(0, size)
  return { rows: page, page: { size, after: rows.length > size ? (page.at(-1)?.id ?? null) : null } }
}

// Those who left are asked in vain.
const open = `
  select a.subject, coalesce(m.asked, '[]') as asked from app.approvals a
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by l.name) as asked from app.list_members() l
    where l.tenant_id = a.tenant_id and l.status = 'active' and l.id = any (a.candidates)
  ) m on true
  where a.tenant_id = $1 and a.run_id = $2 and a.status = 'waiting'`

/** A run with its log, oldest line first, and its messages. Throws 403, 404. */
export async function readRun(tx: Tx, caller: Caller, key: string, id: string): Promise<WorkflowRunDetail> {
  await requireManage(tx, caller, 'workflows')
  const { rows } = await tx.query<WorkflowRun & { trigger: unknown }>(
    `select ${columns}, trigger from app.workflow_runs where tenant_id = $1 and key = $2 and id::text = $3`,
    [caller.tenantId, key, id.toLowerCase()],
  )
  const [run] = rows
  if (!run) throw new AppError('not_found')
  const { rows: log } = await tx.query<StepLog>(
    `select number, step_id, kind, title, turn, status, attempt, input, output, error, reasons, took_ms, to_json(at)#>>'{}' as at
     from app.workflow_steps where tenant_id = $1 and run_id = $2 order by number, at, id`,
    [caller.tenantId, run.id],
  )
  const { rows: approvals } = await tx.query<OpenApproval>(open, [caller.tenantId, run.id])
  const messages = await messagesOfRun(tx, caller.tenantId, run.id)
  return { ...run, approval: approvals[0] ?? null, log, messages }
}
