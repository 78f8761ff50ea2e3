import { AppError, invalid } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { DryRun, DryStep } from '#contracts/api/workflows.ts'
import { workflowLimits, type Workflow } from '#contracts/workflow.ts'
import type { Tx } from '../database/in-tenant.ts'
import type { QueryOptions } from '../database/transaction.ts'
import { recordContext } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { runCaller } from './in-run.ts'
import { englishReasons, reasonsOf } from '../transfers/reasons-of.ts'
import type { RunRow, RunTrigger } from './run-row.ts'
import { passStep, startState, stepAt, turnsOf, type RunState } from './run-state.ts'
import { runZone } from './run-zone.ts'
import { readInput } from './start-workflow.ts'
import type { Taken } from './step-turn.ts'
import { tryStep } from './take-step.ts'

/** What would begin the workflow, and for whom. */
export interface DryWish {
  as?: string | undefined
  record?: string | undefined
  input?: Record<string, unknown> | undefined
  body?: unknown
}

interface Member {
  id: string
  name: string
  email: string | null
  role: string
}

const member =
  "select m.id, m.name, m.email, m.role from app.list_members() m where m.id::text = $1 and m.status = 'active'"
const stand = `select set_config('app.user', $1, true), set_config('app.role', $2, true), set_config('app.via', $3, true),
  set_config('app.workflow_run', $4, true)`

/**
 * Takes the steps of a workflow for a person, with what they and the caller may both, and takes everything back: nothing
 * is written, sent or asked, and what follows sees what the steps before would have written. Throws 404 for somebody who
 * is not here.
 */
export async function dryRun(
  { tx, caller }: RecordContext,
  services: Services,
  workflow: Workflow,
  id: string,
  wish: DryWish,
): Promise<DryRun> {
  const { rows } = await tx.query<Member>(member, [(wish.as ?? caller.userId).toLowerCase()])
  const [person] = rows
  if (!person) throw new AppError('not_found')
  const role = workflow.runs_as ?? person.role
  const dryTx = withoutCommit(tx)
  const acting = runCaller(
    { tenantId: caller.tenantId, tenantName: caller.tenantName },
    {
      userId: person.id,
      email: person.email,
      name: person.name,
      role,
      ownRole: caller.token?.ownRole ?? caller.role,
    },
    { id, title: workflow.title, ownerId: caller.userId },
  )
  const runId = newId()
  await tx.query('savepoint dry_run')
  try {
    await dryTx.query(stand, [person.id, role, workflow.title, runId])
    const context = await recordContext(dryTx, acting, services)
    const run = dryRow(context, workflow, id, runId, wish)
    return { ...(await takeAll(context, services, workflow, run)), acts_as: { name: person.name, role } }
  } finally {
    await tx.query('rollback to savepoint dry_run')
  }
}

/**
 * The same transaction, but nothing that waits for its commit happens. It asks the transaction itself: one that only
 * inherited from it would keep what is to be sent twice, and send it twice.
 */
const withoutCommit = (tx: Tx): Tx => ({
  query: <R>(text: string, values?: unknown[], options?: QueryOptions) => tx.query<R>(text, values, options),
  mode: tx.mode,
  requestId: tx.requestId,
  releaseId: tx.releaseId,
  slotsId: tx.slotsId,
  confirm: () => tx.confirm(),
  afterCommit: () => undefined,
  client: tx.client,
})

function dryRow(
  { workspace, caller }: RecordContext,
  workflow: Workflow,
  workflowId: string,
  id: string,
  wish: DryWish,
): RunRow {
  const { trigger } = workflow
  const model = 'model' in trigger && trigger.model !== null ? workspace.models.get(trigger.model) : undefined
  if (wish.record !== undefined && !model?.id)
    throw invalid([{ path: 'record', code: 'model', message: 'This workflow is about no record.' }])
  const began: RunTrigger = {
    kind: trigger.on,
    at: new Date().toISOString(),
    ...(trigger.on === 'form' && { input: readInput(trigger.fields, wish.input ?? {}) }),
    ...(trigger.on === 'hook' && { body: wish.body ?? null }),
    ...(trigger.on === 'change' && { change: trigger.kinds[0] }),
  } as RunTrigger
  return {
    id,
    workflow_id: workflowId,
    version_id: '',
    key: workflow.key,
    title: workflow.title,
    status: 'running',
    trigger: began,
    model_id: wish.record === undefined ? null : (model?.id ?? null),
    record_id: wish.record?.toLowerCase() ?? null,
    event_id: null,
    user_id: caller.userId,
    role: workflow.runs_as,
    owner_id: caller.userId,
    depth: 0,
    state: {},
    steps: 0,
    attempts: 0,
  }
}

const mostSteps = 200

async function takeAll(
  context: RecordContext,
  services: Services,
  workflow: Workflow,
  run: RunRow,
): Promise<Omit<DryRun, 'acts_as'>> {
  const zone = await runZone(services, workflow, context.caller.userId)
  const steps: DryStep[] = []
  let here: RunState = startState
  while (steps.length < Math.min(mostSteps, workflowLimits.taken)) {
    const { step, state } = stepAt(workflow, here)
    if (!step) return { outcome: 'done', steps }
    const shown = { step_id: step.id, kind: step.kind, title: step.title, turn: turnsOf(state).turn }
    const taken: Taken = { input: null }
    try {
      const outcome = await tryStep(context, services, run, state, step, { zone, taken, dry: true })
      if (outcome === null)
        steps.push({ ...shown, status: 'skipped', input: null, output: null, error: null, reasons: null })
      else
        steps.push({
          ...shown,
          status: 'done',
          input: outcome.input,
          output: outcome.output,
          error: null,
          reasons: null,
        })
      here = passStep(state, step, outcome?.output ?? null, outcome?.into)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const reasons = reasonsOf(error)
      steps.push({
        ...shown,
        status: 'failed',
        input: taken.input,
        output: null,
        error: englishReasons(reasons),
        reasons,
      })
      return { outcome: 'failed', steps }
    }
  }
  return { outcome: 'unfinished', steps }
}
