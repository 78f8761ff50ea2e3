import { invalid } from '#base/app-error.ts'
import type { StepRunner } from '../step-turn.ts'

function untilOf(value: unknown): Date {
  const at = typeof value === 'string' ? new Date(value) : null
  if (!at || Number.isNaN(at.getTime()))
    throw invalid([{ path: 'until', code: 'type', message: 'This must give a day or a moment.' }])
  return at
}

/** Lets time pass; nothing of the server waits meanwhile. */
export const wait: StepRunner<'wait'> = async ({ resolve, state, dry }, step) => {
  if (state.pending && 'waited' in state.pending) return { input: {}, output: {} }
  const until =
    step.until === null ? new Date(Date.now() + (step.seconds ?? 0) * 1000) : untilOf(resolve(step.until))
  const input = { until: until.toISOString() }
  return dry || until.getTime() <= Date.now() ? { input, output: {} } : { input, output: {}, hold: { until } }
}
