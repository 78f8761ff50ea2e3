import { invalid } from '#base/app-error.ts'
import { momentOf } from '#base/wall-time.ts'
import { isRealDate, normaliseDatetime } from '#kernel/models/value-formats.ts'
import type { StepRunner } from '../step-turn.ts'

/** A moment, or the beginning of a day in the run's time zone. */
function untilOf(value: unknown, zone: string): Date {
  const text = typeof value === 'string' ? value : ''
  const moment = normaliseDatetime(text)
  if (moment !== null) return new Date(moment)
  if (isRealDate(text)) return momentOf({ day: text, hour: 0, minute: 0, second: 0, millisecond: 0 }, zone)
  throw invalid([{ path: 'until', code: 'type', message: 'This must give a day or a moment.' }])
}

/** Lets time pass; nothing of the server waits meanwhile. */
export const wait: StepRunner<'wait'> = async ({ resolve, state, zone, dry }, step) => {
  if (state.pending && 'waited' in state.pending) return { input: {}, output: {} }
  const until =
    step.until === null
      ? new Date(Date.now() + (step.seconds ?? 0) * 1000)
      : untilOf(resolve(step.until), zone)
  const input = { until: until.toISOString() }
  return dry || until.getTime() <= Date.now() ? { input, output: {} } : { input, output: {}, hold: { until } }
}
