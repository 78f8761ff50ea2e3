import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { workflowLimits, type Workflow, type WorkflowStep } from '#contracts/workflow.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { inRun, type RunPlace } from './in-run.ts'
import { logStep } from './log-step.ts'
import type { RunRow } from './run-row.ts'
import { passStep, startState, stepAt, type PendingCall, type RunState } from './run-state.ts'
import { runZone } from './run-zone.ts'
import { evaluateStep, resolveStep, stepScope } from './step-scope.ts'
import type { StepOutcome, Taken } from './step-turn.ts'
import { runStep } from './steps/all-steps.ts'

/** What is to be done next: another step, this call, or nothing for now. */
export type Next = 'step' | 'rest' | { call: PendingCall; workflowId: string }

const moveOn = `
  update app.workflow_runs set state = $3, steps = $4, status = $5, next_at = $6, attempts = 0, error = null, reasons = null,
    ended_at = case when $5 = 'done' then clock_timestamp() end
  where tenant_id = $1 and id = $2`

/**
 * Takes the next step of a run: what it writes, its line in the log and where the run goes are one transaction, so that a
 * process killed anywhere has done all of it or nothing. Throws what the step throws; nothing is written then, and `taken`
 * holds what the step was given.
 */
export const takeStep = (services: Services, place: RunPlace, taken: Taken): Promise<Next> =>
  inRun(services, place, async (context, run, workflow) => {
    const { step, state } = stepAt(workflow, { ...startState, ...run.state })
    if (!step) return move(context, run, state, 'done', null, 'rest')
    if (state.pending && 'call' in state.pending)
      return { call: state.pending.call, workflowId: run.workflow_id }
    if (run.steps >= workflowLimits.taken)
      throw new AppError(
        'forbidden',
        saying('A run may take {{count}} steps.', { count: workflowLimits.taken }),
      )
    return attempt(context, services, run, state, step, {
      zone: await runZone(services, workflow, context.caller.userId),
      taken,
    })
  })

async function attempt(
  context: RecordContext,
  services: Services,
  run: RunRow,
  state: RunState,
  step: WorkflowStep,
  turn: { zone: string; taken: Taken },
): Promise<Next> {
  const began = performance.now()
  const outcome = await tryStep(context, services, run, state, step, { ...turn, dry: false })
  const log = (status: 'done' | 'skipped' | 'waiting', shown: StepOutcome): Promise<void> =>
    logStep(context.tx, context.caller.tenantId, run, step, state, status, shown, performance.now() - began)
  if (outcome === null) {
    await log('skipped', { input: { when: step.when?.['='] }, output: null })
    return move(context, run, passStep(state, step, null), 'running', null, 'step')
  }
  const { hold } = outcome
  if (!hold) {
    await log('done', outcome)
    return move(context, run, passStep(state, step, outcome.output, outcome.into), 'running', null, 'step')
  }
  if ('call' in hold) {
    // The same for every try, so that whoever is called can tell that it is one call. No full stop: signatures part by them.
    const call = { ...hold.call, key: `${run.id}_${run.steps}` }
    const next = { call, workflowId: run.workflow_id }
    return move(context, run, { ...state, pending: { call } }, 'running', null, next, run.steps)
  }
  await log('waiting', outcome)
  const isWait = 'until' in hold
  const pending = isWait ? { waited: true as const } : { approval: hold.approval }
  const until = isWait ? hold.until : null
  return move(context, run, { ...state, pending }, isWait ? 'waiting' : 'approval', until, 'rest', run.steps)
}

/**
 * Does a step unless its condition says no (null). `zone`: whose days and times it means. `dry`: nothing leaves and nobody
 * is waited for.
 */
export async function tryStep(
  context: RecordContext,
  services: Services,
  run: RunRow,
  state: RunState,
  step: WorkflowStep,
  { zone, taken, dry }: { zone: string; taken: Taken; dry: boolean },
): Promise<StepOutcome | null> {
  const scope = await stepScope(context, run, state)
  const isBegun = state.pending !== undefined
  if (!isBegun && step.when !== null && evaluateStep(step.when['='], scope, zone) !== true) return null
  const resolve = (value: unknown): unknown => resolveStep(value, scope, zone)
  const take = <Input>(input: Input): Input => {
    taken.input = input
    return input
  }
  return runStep({ context, services, run, state, zone, scope, resolve, take, dry }, step)
}

async function move(
  { tx, caller }: RecordContext,
  run: RunRow,
  state: RunState,
  status: 'running' | 'waiting' | 'approval' | 'done',
  until: Date | null,
  next: Next,
  steps = run.steps + (status === 'done' ? 0 : 1),
): Promise<Next> {
  const text = JSON.stringify(state)
  if (text.length > largestState)
    throw new AppError('too_large', 'The steps of this run have gathered more than a run may keep.')
  const at = status === 'running' ? new Date() : until
  await tx.query(moveOn, [caller.tenantId, run.id, text, steps, status, at])
  return next
}

const largestState = 2_000_000

/** Puts down that the call a run was at went well, with what was answered, and goes on behind it. */
export const finishCall = (
  services: Services,
  place: RunPlace,
  call: PendingCall,
  output: { status: number; answer: unknown },
  took: number,
): Promise<Next> =>
  inRun(services, place, async (context, run, workflow: Workflow) => {
    const { step, state } = stepAt(workflow, { ...startState, ...run.state })
    // Another process got on with it.
    if (!step || !state.pending || !('call' in state.pending) || state.pending.call.key !== call.key)
      return 'rest'
    const shown = { input: { url: call.url, body: call.body, key: call.key }, output }
    await logStep(context.tx, context.caller.tenantId, run, step, state, 'done', shown, took)
    return move(context, run, passStep(state, step, output), 'running', null, 'step')
  })
