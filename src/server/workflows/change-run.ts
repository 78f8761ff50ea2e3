import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { replayRun as beginReplay } from './begin-run.ts'
import type { RunRow } from './run-row.ts'
import { wakeWorkflows } from './wake-workflows.ts'

/** A run, held by this transaction; with `key`, only one of that workflow. Throws 403, 404. */
export async function holdRun(tx: Tx, caller: Caller, id: string, key: string | null): Promise<RunRow> {
  await requireManage(tx, caller, 'workflows')
  const { rows } = await tx.query<{ run: RunRow }>(
    `select to_jsonb(r) as run from app.workflow_runs r
     where tenant_id = $1 and id::text = $2 and ($3::text is null or key = $3) for update`,
    [caller.tenantId, id.toLowerCase(), key],
  )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return row.run
}

const notNow = (message: string): AppError => invalid([{ path: 'id', code: 'status', message }])

/** Tries the step again at which a run was given up, with all tries before it; with `key`, only a run of that workflow. Throws 403, 404, 422. */
export async function retryRun(
  tx: Tx,
  caller: Caller,
  id: string,
  key: string | null = null,
): Promise<{ id: string }> {
  const run = await holdRun(tx, caller, id, key)
  if (run.status !== 'failed' && run.status !== 'waiting')
    throw notNow('Only a run that failed or waits is tried again.')
  if (run.status === 'waiting' && run.attempts === 0) throw notNow('This run waits because a step says so.')
  await tx.query(
    `update app.workflow_runs set status = 'running', attempts = 0, next_at = now(), ended_at = null where tenant_id = $1 and id = $2`,
    [caller.tenantId, run.id],
  )
  tx.afterCommit(async () => wakeWorkflows())
  return { id: run.id }
}

/** Begins a run again from its beginning, for the same cause and with the version it had; `key` as for `retryRun`. Throws 403, 404. */
export async function replayRun(
  tx: Tx,
  caller: Caller,
  id: string,
  key: string | null = null,
): Promise<{ id: string }> {
  const run = await holdRun(tx, caller, id, key)
  return { id: must(await beginReplay(tx, caller.tenantId, run), 'nothing says that it must begin once') }
}

/** Ends a run that is not through; what it did stays, and what it asks is asked no more; `key` as for `retryRun`. Throws 403, 404, 422. */
export async function cancelRun(
  tx: Tx,
  caller: Caller,
  id: string,
  key: string | null = null,
): Promise<void> {
  const run = await holdRun(tx, caller, id, key)
  if (['done', 'stopped', 'cancelled'].includes(run.status)) throw notNow('This run is over.')
  await tx.query(
    `update app.workflow_runs set status = 'cancelled', next_at = null, ended_at = clock_timestamp() where tenant_id = $1 and id = $2`,
    [caller.tenantId, run.id],
  )
  await tx.query(
    `update app.approvals set status = 'withdrawn' where tenant_id = $1 and run_id = $2 and status = 'waiting'`,
    [caller.tenantId, run.id],
  )
}
