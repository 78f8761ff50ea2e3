import { z } from 'zod'

const toldSchema = z.union([
  z.string(),
  z.strictObject({ days: z.int() }),
  /** Counted without Saturdays and Sundays. */
  z.strictObject({ workdays: z.int() }),
])

const dayLength = 86_400_000
const isWorkday = (time: number): boolean => ![0, 6].includes(new Date(time).getUTCDay())

/** A day as the demo files tell it, from today: `{days: -3}`, `{workdays: 2}` or the day itself. Answers `2026-03-01`. */
export function dayOf(told: unknown, today: Date): string {
  const wish = toldSchema.parse(told)
  if (typeof wish === 'string') return wish
  let time = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())
  if ('days' in wish) time += wish.days * dayLength
  else {
    const step = Math.sign(wish.workdays) * dayLength
    for (let left = Math.abs(wish.workdays); left > 0;) {
      time += step
      if (isWorkday(time)) left -= 1
    }
  }
  return new Date(time).toISOString().slice(0, 10)
}
