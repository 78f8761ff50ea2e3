import { decimal } from '#base/decimal.ts'
import { ExpressionError } from '../expression-error.ts'
import { needNumber, needText, Num } from '../values.ts'
import type { ExpressionFunction, FunctionContext } from './expression-function.ts'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const momentPattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/
const dayLength = 86_400_000
// Years 1 to 9999; Date.UTC would take the years 1 to 99 for those after 1900.
const firstDay = Date.parse('0001-01-01T00:00:00Z')
const afterLastDay = Date.UTC(10_000, 0, 1)

/** Whether a value is a day, `2026-03-01`. */
export const isDay = (value: unknown): value is string => typeof value === 'string' && dayPattern.test(value)

interface Moment {
  time: number
  /** A day without a time of day. */
  dayOnly: boolean
}

const part = (pick: (day: Date) => number): ExpressionFunction => ({
  takes: [1, 1],
  call([value], context) {
    const moment = readMoment(value, context)
    return moment && new Num(decimal(pick(new Date(calendarDay(moment, context)))), false)
  },
})

const unitLengths: Record<string, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: dayLength,
  week: 7 * dayLength,
}

/** Days are `2026-03-01`, moments ISO 8601 with a zone; the day of a moment is that of the reader's time zone. */
export const dateFunctions = {
  now: { takes: [0, 0], call: (_args, { clock }) => clock.now().toISOString() },
  today: {
    takes: [0, 0],
    call: (_args, context) =>
      dayText(calendarDay({ time: context.clock.now().getTime(), dayOnly: false }, context)),
  },
  year: part((day) => day.getUTCFullYear()),
  month: part((day) => day.getUTCMonth() + 1),
  day: part((day) => day.getUTCDate()),
  /** 1 is Monday, 7 is Sunday. */
  weekday: part((day) => day.getUTCDay() || 7),
  dateAdd: {
    takes: [3, 3],
    call([value, amount, unit], context) {
      const moment = readMoment(value, context)
      const count = needNumber(amount, context.at)
      if (!moment || !count) return null
      const time = shift(moment.time, Number(count.value.round(0, 0)), needText(unit, context.at), context.at)
      if (!(time >= firstDay && time < afterLastDay)) return noDate(context)
      return moment.dayOnly ? dayText(time) : new Date(time).toISOString()
    },
  },
  daysBetween: {
    takes: [2, 2],
    call([from, to], context) {
      const start = readMoment(from, context)
      const end = readMoment(to, context)
      if (!start || !end) return null
      const days = Math.round((calendarDay(end, context) - calendarDay(start, context)) / dayLength)
      return new Num(decimal(days), false)
    },
  },
  formatDate: {
    takes: [1, 1],
    text: true,
    call([value], context) {
      const moment = readMoment(value, context)
      if (!moment) return ''
      const day = dayText(calendarDay(moment, context))
      return context.formats ? context.formats.date(day) : day
    },
  },
  formatDateTime: {
    takes: [1, 1],
    text: true,
    call([value], context) {
      const moment = readMoment(value, context)
      if (!moment) return ''
      return context.formats
        ? context.formats.dateTime(needText(value, context.at))
        : localText(moment, context).replace('T', ' ')
    },
  },
} satisfies Record<string, ExpressionFunction>

/** A day or moment as the time it stands for; what is none is refused, or nothing in a formula. */
export function readMoment(value: unknown, context: FunctionContext): Moment | null {
  if (value === null || value === undefined || value === '') return null
  const text = needText(value, context.at)
  const dayOnly = isDay(text)
  const day = dayOnly ? text : momentPattern.exec(text)?.[1]
  const time = day === undefined ? Number.NaN : Date.parse(text)
  // Date.parse turns 31 February into 3 March; a real day reads back as written.
  if (Number.isNaN(time) || time < firstDay || dayText(Date.parse(day ?? '')) !== day) return noDate(context)
  return { time, dayOnly }
}

/** Midnight UTC of the day a moment falls on for the reader. */
function calendarDay(moment: Moment, context: FunctionContext): number {
  return moment.dayOnly ? moment.time : Date.parse(localText(moment, context).slice(0, 10))
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/** `2026-03-01T14:30` on the reader's clock. */
export function localText(moment: Moment, { timeZone }: FunctionContext): string {
  if (moment.dayOnly || timeZone === 'UTC') return new Date(moment.time).toISOString().slice(0, 16)
  let format = zoneFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    zoneFormats.set(timeZone, format)
  }
  return format.format(moment.time).replace(' ', 'T')
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function shift(time: number, count: number, unit: string, at: number): number {
  const name = unit.endsWith('s') ? unit.slice(0, -1) : unit
  const length = unitLengths[name]
  if (length !== undefined && Object.hasOwn(unitLengths, name)) return time + count * length
  if (name === 'month' || name === 'year') return addMonths(time, count * (name === 'year' ? 12 : 1))
  throw new ExpressionError('expression_type', 'Add minutes, hours, days, weeks, months or years.', at)
}

// The last day of a month stays within the month: 31 January plus a month is 28 (or 29) February.
function addMonths(time: number, months: number): number {
  const from = new Date(time)
  const first = firstOfMonth(from, months)
  const days = Math.round((firstOfMonth(new Date(first), 1) - first) / dayLength)
  const ofDay = ((time % dayLength) + dayLength) % dayLength
  return first + (Math.min(from.getUTCDate(), days) - 1) * dayLength + ofDay
}

function firstOfMonth(from: Date, later: number): number {
  const date = new Date(0)
  return date.setUTCFullYear(from.getUTCFullYear(), from.getUTCMonth() + later, 1)
}

function noDate({ at, total }: FunctionContext): null {
  if (total) return null
  throw new ExpressionError('expression_type', 'This is not a date such as 2026-03-01.', at)
}
