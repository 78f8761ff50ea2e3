import { addFixed, fixedText, type Fixed } from './fixed.ts'
import {
  dayNumber,
  dayOf,
  plannedPart,
  plannedShare,
  type PlannedDays,
  type PlannedShare,
} from './planned-work.ts'
import { bookLines, spentBy, type BookLine, type ProgressBook } from './progress-book.ts'
import { valueOfDone } from './work-done.ts'

/** A point of the S-curve. What was earned and spent is not known of days to come. */
export interface CurvePoint {
  day: string
  planned: string
  earned: string | null
  actual: string | null
}

const nothing: Fixed = { units: 0n, scale: 2 }
const mostPoints = 60

/**
 * What was planned, earned and spent over time, from before the first day anything is known of to the last: a point each
 * week, or further apart on long jobs, and one for today.
 * @example progressCurve(book, '2026-05-31').at(-1)?.planned // the whole budget
 */
export function progressCurve(book: ProgressBook, today: string): CurvePoint[] {
  const lines = bookLines(book)
  const days = daysOf(lines, book, today)
  const planned = days.map(() => nothing)
  const earned = days.map(() => nothing)
  const shares = sharesBy(days)
  for (const line of lines) {
    addPlanned(line, shares, planned)
    addEarned(line, days, earned)
  }
  return days.map((day, at) => ({
    day,
    planned: fixedText(planned[at] ?? nothing),
    earned: day > today ? null : fixedText(earned[at] ?? nothing),
    actual: day > today ? null : fixedText(addFixed(nothing, spentBy(book.costs, day))),
  }))
}

function daysOf(lines: readonly BookLine[], { costs }: ProgressBook, today: string): string[] {
  const known = [
    ...costs.map(({ day }) => day),
    ...lines.flatMap(({ plan, parts }) => [
      ...(plan ? [plan.start, plan.finish] : []),
      ...parts.map(({ day }) => day),
    ]),
  ]
  if (known.length === 0) return []
  const first = dayNumber(known.reduce((least, day) => (day < least ? day : least))) - 1
  const last = dayNumber(known.reduce((most, day) => (day > most ? day : most), today))
  const step = Math.max(7, Math.ceil((last - first) / mostPoints / 7) * 7)
  const days = new Set<number>([last, dayNumber(today)])
  for (let day = first; day < last; day += step) days.add(day)
  return [...days]
    .filter((day) => day >= first)
    .sort((a, b) => a - b)
    .map(dayOf)
}

type SharesOf = (plan: PlannedDays) => readonly PlannedShare[]

/** The shares of a plan on all days. Lines of a section have one plan: reading days is what costs. */
function sharesBy(days: readonly string[]): SharesOf {
  const known = new Map<PlannedDays, PlannedShare[]>()
  return (plan) => {
    let shares = known.get(plan)
    if (!shares) known.set(plan, (shares = days.map((day) => plannedShare(plan, day))))
    return shares
  }
}

function addPlanned({ plan, total }: BookLine, sharesOf: SharesOf, sums: Fixed[]): void {
  if (!plan) return
  let part = nothing
  let before = 0
  sharesOf(plan).forEach((share, at) => {
    if (share.gone !== before) part = plannedPart(total, share)
    before = share.gone
    sums[at] = addFixed(sums[at] ?? nothing, part)
  })
}

function addEarned(line: BookLine, days: readonly string[], sums: Fixed[]): void {
  if (line.parts.length === 0) return
  let [done, next, earned] = [nothing, 0, nothing]
  days.forEach((day, at) => {
    const before = next
    for (let part = line.parts[next]; part && part.day <= day; part = line.parts[++next])
      done = addFixed(done, part.quantity)
    if (next > before) ({ earned } = valueOfDone(line, done))
    sums[at] = addFixed(sums[at] ?? nothing, earned)
  })
}
