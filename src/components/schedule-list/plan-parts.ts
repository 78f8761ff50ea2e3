/** A plan as it is chosen: on some days of the week, or on one day of each month, at a time. */
export type PlanParts =
  | { often: 'week'; days: readonly number[]; time: string }
  /** `L`: its last day. */
  | { often: 'month'; day: string; time: string }

/** The days of a week in the order a plan counts them, Monday first. */
export const weekDays = [1, 2, 3, 4, 5, 6, 7] as const

const two = (part: number): string => String(part).padStart(2, '0')

/** What a plan says, where it can be chosen: `0 6 * * 1-5` → Monday to Friday, 06:00. Null for every other plan. */
export function partsOfPlan(plan: string): PlanParts | null {
  const [minutes = '', hours = '', day = '', month = '', days = '', more] = plan.trim().split(/\s+/)
  if (!/^\d{1,2}$/.test(minutes) || !/^\d{1,2}$/.test(hours) || month !== '*' || more !== undefined)
    return null
  if (Number(minutes) > 59 || Number(hours) > 23) return null
  const time = `${two(Number(hours))}:${two(Number(minutes))}`
  if (day !== '*')
    return days === '*' && /^([1-9]|[12]\d|3[01]|L)$/.test(day) ? { often: 'month', day, time } : null
  if (days === '*') return { often: 'week', days: weekDays, time }
  const named = days.split(',').map(daysIn)
  return named.every((some) => some !== null)
    ? { often: 'week', days: weekDays.filter((one) => named.some((some) => some.includes(one))), time }
    : null
}

/** `3` or `1-5`; 0 and 7 are Sunday. */
function daysIn(part: string): number[] | null {
  const [, from, to = from] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? []
  if (from === undefined || Number(from) > Number(to)) return null
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => (Number(from) + at) % 7 || 7)
}

/** The plan of what was chosen, as the server keeps it. */
export function planOfParts(parts: PlanParts): string {
  const [hour = '0', minute = '0'] = parts.time.split(':')
  const at = `${Number(minute)} ${Number(hour)}`
  if (parts.often === 'month') return `${at} ${parts.day} * *`
  const days = weekDays.filter((day) => parts.days.includes(day))
  if (days.length === 7) return `${at} * * *`
  return `${at} * * ${days.join(',') === '1,2,3,4,5' ? '1-5' : days.join(',')}`
}
