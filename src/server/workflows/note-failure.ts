import { AppError } from '#base/app-error.ts'
import { inBackground } from '../database/in-background.ts'
import type { Services } from '../services.ts'
import { retryAfter } from '../webhooks/retry-after.ts'
import type { RunPlace } from './in-run.ts'
import { logStep } from './log-step.ts'
import { englishReasons, reasonsOf } from '../transfers/reasons-of.ts'
import { releasedWorkflow } from './released-workflow.ts'
import type { RunRow } from './run-row.ts'
import { startState, stepAt } from './run-state.ts'
import type { Taken } from './step-turn.ts'

const hold = `
  select to_jsonb(r) as run, v.body from app.workflow_runs r
  join app.definition_versions v on v.tenant_id = r.tenant_id and v.id = r.version_id
  where r.tenant_id = $1 and r.id = $2 and r.status in ('running', 'waiting') for update of r`
const again = `
  update app.workflow_runs set status = 'waiting', attempts = attempts + 1, error = $3, reasons = $4,
    next_at = clock_timestamp() + make_interval(secs => $5)
  where tenant_id = $1 and id = $2`
const giveUp = `
  update app.workflow_runs set status = 'failed', attempts = attempts + 1, error = $3, reasons = $4, next_at = null, ended_at = clock_timestamp()
  where tenant_id = $1 and id = $2`

// What a refusal says does not change by asking again; these do.
const passing = new Set([
  'unavailable',
  'query_timeout',
  'internal',
  'in_progress',
  'rate_limited',
  'edit_conflict',
])

/**
 * Puts down that the step a run is at failed. It is tried again later, each time after a longer wait, when the reason may
 * pass and it has tries left; otherwise the run is given up, until somebody looks at it.
 */
export async function noteFailure(
  services: Services,
  place: RunPlace,
  error: unknown,
  taken: Taken,
): Promise<void> {
  const reasons = reasonsOf(error)
  if (!(error instanceof AppError))
    services.log.error('A step of a workflow failed', { run: place.id, why: String(error) })
  await inBackground(services.database, place.tenantId, async (tx) => {
    const { rows } = await tx.query<{ run: RunRow; body: Record<string, unknown> }>(hold, [
      place.tenantId,
      place.id,
    ])
    const [found] = rows
    if (!found) return
    const { run, body } = found
    const { step, state } = stepAt(releasedWorkflow(run.version_id, body), { ...startState, ...run.state })
    const mayPass = !(error instanceof AppError) || passing.has(error.code)
    const wait = step && mayPass && run.attempts < step.retries ? retryAfter(run.attempts + 1) : null
    const input = state.pending && 'call' in state.pending ? state.pending.call : taken.input
    if (step)
      await logStep(tx, place.tenantId, run, step, state, 'failed', { input, output: null, reasons }, 0)
    const noted = [place.tenantId, place.id, englishReasons(reasons), JSON.stringify(reasons)]
    if (wait === null) await tx.query(giveUp, noted)
    else await tx.query(again, [...noted, wait])
  })
}
