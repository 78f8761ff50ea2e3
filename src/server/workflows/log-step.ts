import { newId } from '#base/ids.ts'
import type { Reason } from '#contracts/reason.ts'
import type { WorkflowStep } from '#contracts/workflow.ts'
import type { Tx } from '../database/in-tenant.ts'
import { englishReasons } from '../transfers/reasons-of.ts'
import type { RunRow } from './run-row.ts'
import { turnsOf, type RunState } from './run-state.ts'

// A try by hand begins to count its waits anew, and is one more try all the same.
const insert = `
  insert into app.workflow_steps (tenant_id, id, run_id, number, step_id, kind, title, turn, status, attempt, input, output, error, reasons, took_ms)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
    (select count(*) + 1 from app.workflow_steps where tenant_id = $1 and run_id = $3 and number = $4 and status = 'failed'),
    $10, $11, $12, $13, $14)`

/** So much of what a step was given and gave is kept to be read, in characters. */
const mostShown = 20_000

/** Writes one line of a run's log. */
export async function logStep(
  tx: Tx,
  tenantId: string,
  run: RunRow,
  step: WorkflowStep,
  state: RunState,
  status: 'done' | 'skipped' | 'failed' | 'waiting',
  shown: { input: unknown; output: unknown; reasons?: readonly Reason[] },
  took: number,
): Promise<void> {
  await tx.query(insert, [
    tenantId,
    newId(),
    run.id,
    run.steps,
    step.id,
    step.kind,
    step.title,
    turnsOf(state).turn,
    status,
    shownJson(shown.input),
    shownJson(shown.output),
    shown.reasons ? englishReasons(shown.reasons) : null,
    shown.reasons ? JSON.stringify(shown.reasons) : null,
    Math.round(took),
  ])
}

function shownJson(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  return text.length <= mostShown ? text : JSON.stringify(`${text.slice(0, mostShown)}…`)
}
