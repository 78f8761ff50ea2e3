import { divideFixed, multiplyFixed, type Fixed } from './fixed.ts'

/** When work is to be done: both days belong to it. */
export interface PlannedDays {
  start: string
  finish: string
}

const dayLength = 86_400_000

/** A day as a number, so that days can be counted: `dayNumber('1970-01-02')` → 1. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayLength

/** The day of a number. */
export const dayOf = (number: number): string => new Date(number * dayLength).toISOString().slice(0, 10)

/** So many of so many days. */
export interface PlannedShare {
  gone: number
  days: number
}

/** How many of the planned days are over by the evening of a day. */
export function plannedShare({ start, finish }: PlannedDays, day: string): PlannedShare {
  const days = dayNumber(finish) - dayNumber(start) + 1
  return { gone: Math.max(0, Math.min(days, dayNumber(day) - dayNumber(start) + 1)), days }
}

/** That share of an amount, to the cent. */
export function plannedPart(total: Fixed, { gone, days }: PlannedShare): Fixed {
  if (gone === 0) return { units: 0n, scale: 2 }
  return divideFixed(multiplyFixed(total, whole(gone)), whole(days), 2, 'half_up')
}

/**
 * What of an amount is planned by the evening of a day: the same part each day from start to finish, to the cent.
 * @example plannedBy(parseFixed('100.00'), { start: '2026-05-01', finish: '2026-05-10' }, '2026-05-05') // 50.00
 */
export const plannedBy = (total: Fixed, plan: PlannedDays, day: string): Fixed =>
  plannedPart(total, plannedShare(plan, day))

const whole = (number: number): Fixed => ({ units: BigInt(number), scale: 0 })
