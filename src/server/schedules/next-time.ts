import { Cron } from 'croner'
import { invalid, type AppError } from '#base/app-error.ts'

/** Two runs of a schedule are at least so many minutes apart. */
const leastMinutes = 15

const refused = (path: 'plan' | 'zone', message: string): AppError => invalid([{ path, code: path, message }])

/** A plan that runs nothing itself: it only knows times. */
const read = (plan: string, zone: string): Cron =>
  new Cron(plan, { timezone: zone, mode: '5-part', paused: true })

/** The first time of a plan after a moment; null when there is none any more. */
export const nextTime = (plan: string, zone: string, after: Date): Date | null =>
  read(plan, zone).nextRun(after)

/** Whether a time zone is known by this name. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    // What it throws says no more than that.
    return false
  }
}

/** Refuses (422) a time zone nobody knows, a plan that cannot be read, never comes, or comes too often. */
export function checkPlan(plan: string, zone: string, now: Date): void {
  if (!isZone(zone)) throw refused('zone', 'There is no such time zone. Write it as Europe/Berlin.')
  let times: Date[]
  try {
    times = read(plan, zone).nextRuns(24, now)
  } catch {
    throw refused(
      'plan',
      'Write minute, hour, day, month and weekday: 0 6 * * 1-5 is six o’clock on weekdays.',
    )
  }
  if (times.length === 0) throw refused('plan', 'This time never comes.')
  const gaps = times.slice(1).map((time, index) => time.getTime() - (times[index]?.getTime() ?? 0))
  if (gaps.some((gap) => gap < leastMinutes * 60_000))
    throw refused('plan', 'A schedule runs every 15 minutes at most.')
}
