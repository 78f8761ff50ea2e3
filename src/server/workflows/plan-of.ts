import type { WorkflowTrigger } from '#contracts/workflow-trigger.ts'

/** The times at which a workflow is looked at: its own plan, or once a day for dates. */
export function planOf(trigger: WorkflowTrigger): { plan: string; zone: string } | null {
  if (trigger.on === 'schedule') return trigger
  if (trigger.on !== 'date') return null
  const [hour, minute] = trigger.at.split(':')
  return { plan: `${Number(minute)} ${Number(hour)} * * *`, zone: trigger.zone }
}

/** A day of a time zone, and that many days away from it: `2026-11-22`. */
export function dayIn(zone: string, at: Date, days: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)
  const day = new Date(`${parts}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
