import type { Query } from '#contracts/query.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useQuestions } from '#engine/data/use-questions.ts'
import type { Day } from '#ui/day.ts'
import { listQuery, type ListSource } from '../list-source/list-source.ts'
import { entriesByDay, whereOn, type DayEntry, type Span } from './day-entries.ts'

/** Records of a month that are read at once; of a fuller one each day is asked for by itself. */
const mostOfMonth = 500
/** Records of a day of such a month. */
const mostOfDay = 50

export interface DayContent {
  entries: readonly DayEntry[]
  /** How many there are, whether they were read or not. */
  count: number
}

/**
 * What is on each of these days. A month of more records than are read at once is asked for day by day, so that none looks
 * empty that is not.
 */
export function useMonthEntries(
  source: ListSource,
  span: Span,
  { days, timeZone }: { days: readonly Day[]; timeZone?: string | undefined },
) {
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const fields = span.until ? [span.by, span.until] : [span.by]
  const question = (first: Day, last: Day, size: number): Query => ({
    ...listQuery(source, {
      where: whereOn(span, first, last, timeZone),
      fields: fields.map(({ key }) => key),
      sort: [{ field: span.by.key, dir: 'asc' }],
      size,
    }),
    total: 'exact',
  })
  const month = useQuery(question(from, to, mostOfMonth), { keep: true })
  const isFull = Boolean(month.data?.page.after) && !month.isPrevious
  const ofDay = new Map(isFull ? days.map((day) => [day, question(day, day, mostOfDay)]) : [])
  const answers = useQuestions([...ofDay.values()])
  const known = entriesByDay(month.data?.rows ?? [], span, { from, to, timeZone })
  const onDay = (day: Day): DayContent => {
    const asked = ofDay.get(day)
    const answer = asked && answers.of(asked)
    const entries = answer
      ? (entriesByDay(answer.rows, span, { from: day, to: day, timeZone }).get(day) ?? [])
      : (known.get(day) ?? [])
    return { entries, count: Math.max(answer?.total ?? 0, entries.length) }
  }
  return {
    month,
    days: new Map(days.map((day) => [day, onDay(day)])),
    /** Days of a full month that could not be read. */
    error: isFull ? answers.error : null,
    retry: answers.refetch,
  }
}
