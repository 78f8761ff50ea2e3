import { invalid } from '#base/app-error.ts'
import { isRealDate, normaliseDatetime } from '#kernel/models/value-formats.ts'
import { nextTime } from '../../schedules/next-time.ts'
import type { StepRunner } from '../step-turn.ts'

/** A moment, or the beginning of a day in the run's time zone. */
function untilOf(value: unknown, zone: string): Date {
  const text = typeof value === 'string' ? value : ''
  const moment = normaliseDatetime(text)
  if (moment !== null) return new Date(moment)
  // A day that is past is over in every zone; one to come begins at midnight, or when the clock jumps over it.
  const at = isRealDate(text) ? (dayBegins(text, zone) ?? new Date(text)) : null
  if (!at) throw invalid([{ path: 'until', code: 'type', message: 'This must give a day or a moment.' }])
  return at
}

function dayBegins(day: string, zone: string): Date | null {
  const [, month, date] = day.split('-')
  return nextTime(`0 0 ${Number(date)} ${Number(month)} *`, zone, new Date(Date.parse(day) - 2 * 86_400_000))
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
