import { momentOf } from '#base/wall-time.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row, Where } from '#contracts/query.ts'
import { addDays, daysBetween, today, type Day } from '#ui/day.ts'

/** The fields that say when records are: the first day, and the last where they may take several. */
export interface Span {
  by: FieldDescription
  until?: FieldDescription | undefined
}

/** A record on one of its days. */
export interface DayEntry {
  row: Row
  day: Day
  /** It began on a day before. */
  begun: boolean
  /** It goes on the day after. */
  goesOn: boolean
}

const isPlain = ({ type }: FieldDescription): boolean => type === 'date'

/** The condition for what is on one of these days, both included; moments are on the days of the reader's zone. */
export function whereOn({ by, until }: Span, from: Day, to: Day, timeZone?: string): Where {
  const beginOf = (day: Day): string =>
    momentOf({ day, hour: 0, minute: 0, second: 0, millisecond: 0 }, timeZone).toISOString()
  const least = (field: FieldDescription): Where => ({
    field: field.key,
    op: 'gte',
    value: isPlain(field) ? from : beginOf(from),
  })
  const most: Where = isPlain(by)
    ? { field: by.key, op: 'lte', value: to }
    : { field: by.key, op: 'lt', value: beginOf(addDays(to, 1)) }
  const begins: Where = { and: [least(by), most] }
  return until ? { or: [begins, { and: [most, least(until)] }] } : begins
}

/** The records of each of these days, those that began first before the others. A last day before the first says nothing. */
export function entriesByDay(
  rows: readonly Row[],
  { by, until }: Span,
  { from, to, timeZone }: { from: Day; to: Day; timeZone?: string | undefined },
): ReadonlyMap<Day, DayEntry[]> {
  const dayOf = (field: FieldDescription, value: unknown): Day | null =>
    typeof value !== 'string' ? null : isPlain(field) ? value : today(timeZone, new Date(value))
  const days = new Map<Day, DayEntry[]>()
  for (const row of rows) {
    const first = dayOf(by, row[by.key])
    if (first === null) continue
    const given = until ? dayOf(until, row[until.key]) : null
    const last = given !== null && given > first ? given : first
    for (let day = first < from ? from : first; day <= last && day <= to; day = addDays(day, 1)) {
      const entry = { row, day, begun: day > first, goesOn: day < last }
      days.set(day, [...(days.get(day) ?? []), entry])
    }
  }
  return days
}

/** What a record holds, and what it will once the day of it that was taken is another; null where nothing changes. Plain days only. */
export function moved(
  { row, day }: DayEntry,
  { by, until }: Span,
  to: Day,
): { before: Record<string, string>; after: Record<string, string> } | null {
  const distance = daysBetween(day, to)
  if (distance === 0) return null
  const held = [by, until].flatMap((field): [string, string][] => {
    const value = field && row[field.key]
    return field && typeof value === 'string' ? [[field.key, value]] : []
  })
  return {
    before: Object.fromEntries(held),
    after: Object.fromEntries(held.map(([key, value]) => [key, addDays(value, distance)])),
  }
}
