/** A day as the product stores it: `2026-03-01`. Days have no zone; arithmetic happens in UTC so that no clock change bends it. */
export type Day = string

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Today where the reader is. */
export function today(timeZone?: string, now = new Date()): Day {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone && { timeZone }),
  } as const
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(now)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** A year, a month (1–12) and a day that exist → the day; null for 31 April. */
export function makeDay(year: number, month: number, day: number): Day | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real && year >= 1 && year <= 9999 ? toDay(date) : null
}

/** `addDays('2026-02-28', 1)` → `'2026-03-01'`. */
export function addDays(day: Day, count: number): Day {
  const date = toDate(day)
  date.setUTCDate(date.getUTCDate() + count)
  return toDay(date)
}

/** `daysBetween('2026-02-28', '2026-03-01')` → `1`; negative backwards. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((toDate(to).getTime() - toDate(from).getTime()) / 86_400_000)

/** The same day some months on, or that month's last: `addMonths('2026-01-31', 1)` → `'2026-02-28'`. */
export function addMonths(day: Day, count: number): Day {
  const date = toDate(day)
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, last))
  return toDay(date)
}

/** The six weeks a calendar shows for the month of a day; `firstWeekday` is 1 (Monday) to 7 (Sunday). */
export function monthWeeks(day: Day, firstWeekday: number): Day[][] {
  const first = `${day.slice(0, 7)}-01`
  const weekday = toDate(first).getUTCDay() || 7
  const start = addDays(first, -((weekday - firstWeekday + 7) % 7))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at)),
  )
}

/** The day a week begins with where the reader is: 1 (Monday) to 7 (Sunday). */
export function firstWeekdayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/**
 * Reads a day as a person types it, in the order of the locale: `1.3.26`, `3/1/2026`, `1 3` (this year), or ISO.
 * Null when it is no day.
 */
export function parseDay(text: string, locale: string, now: Day): Day | null {
  const iso = dayPattern.exec(text.trim())
  if (iso) return makeDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = text.match(/\d+/g) ?? []
  if (/[^\d\s./,-]/.test(text) || numbers.length < 2 || numbers.length > 3) return null
  const parts: Partial<Record<string, number>> = {}
  const order = fieldOrder(locale).filter((field) => numbers.length === 3 || field !== 'year')
  for (const [at, field] of order.entries()) parts[field] = Number(numbers[at])
  const yearText = numbers[order.indexOf('year')]
  const year = yearText === undefined ? Number(now.slice(0, 4)) : fullYear(yearText)
  return makeDay(year, parts['month'] ?? 0, parts['day'] ?? 0)
}

/** The day in the locale's short digits, as it is edited: `01.03.2026`. */
export const editableDay = (day: Day, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(toDate(day))

const toDay = (date: Date): Day => date.toISOString().slice(0, 10)
const toDate = (day: Day): Date => new Date(`${day}T00:00:00Z`)
const fullYear = (text: string): number => (text.length <= 2 ? 2000 + Number(text) : Number(text))

function fieldOrder(locale: string): string[] {
  const parts = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(0)
  return parts.map((part) => part.type).filter((type) => type !== 'literal')
}
