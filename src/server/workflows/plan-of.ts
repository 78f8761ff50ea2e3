import { wallTime } from '#base/wall-time.ts'
import type { WorkflowTrigger } from '#contracts/workflow-trigger.ts'

type DateTrigger = Extract<WorkflowTrigger, { on: 'date' }>

/** The times at which a workflow is looked at: its own plan, or once a day for dates. */
export function planOf(trigger: WorkflowTrigger): { plan: string; zone: string } | null {
  if (trigger.on === 'schedule') return trigger
  if (trigger.on !== 'date') return null
  const [hour, minute] = trigger.at.split(':')
  return { plan: `${Number(minute)} ${Number(hour)} * * *`, zone: trigger.zone }
}

/** A day of a time zone, and that many days away from it: `2026-11-22`. */
export function dayIn(zone: string, at: Date, days: number): string {
  const day = new Date(`${wallTime(at, zone).day}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** The last day of a trigger's time zone whose time of day had come at a moment, less the days it waits after a date. */
export function dayReached({ zone, at, days }: DateTrigger, moment: Date): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(moment)
  return dayIn(zone, moment, clock < at ? -1 - days : -days)
}
