/** How slashed and dashed dates are to be read; written-out and ISO dates need no order. */
export type DateOrder = 'dmy' | 'mdy'

export interface WrittenDate {
  day: string
  time: string | null
  /** `Z` or `+02:00` */
  zone: string | null
}

const iso =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/
const numeric = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:,?[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

// In English and German, written out or shortened to their first letters.
const monthNames = [
  ['january', 'januar', 'jänner'],
  ['february', 'februar'],
  ['march', 'märz', 'mrz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
]
const dayFirst = /^(\d{1,2})(?:\.|st|nd|rd|th)?[ -]?(\p{L}{3,9})\.?,?[ -]?(\d{4})$/iu
const monthFirst = /^(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu

const two = (part: string | number): string => String(part).padStart(2, '0')

/** A day that exists, as YYYY-MM-DD, else null. */
function dayText(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real && year >= 1 ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` : null
}

const timeText = (hour?: string, minute?: string, second?: string, fraction?: string): string | null =>
  hour === undefined ||
  minute === undefined ||
  Number(hour) > 23 ||
  Number(minute) > 59 ||
  Number(second ?? 0) > 59
    ? null
    : `${two(hour)}:${minute}:${two(second ?? 0)}${Number(fraction ?? 0) === 0 ? '' : `.${(fraction ?? '').padEnd(3, '0')}`}`

/** `3. März 2025`, `15-Oct-2024`, `March 3, 2025` as YYYY-MM-DD; null for anything else. */
function spelledDay(text: string): string | null {
  const before = dayFirst.exec(text)
  const [, day, name, year] = before ?? []
  const [, otherName, otherDay, otherYear] = (before ? null : monthFirst.exec(text)) ?? []
  const month = (name ?? otherName)?.toLowerCase()
  if (month === undefined) return null
  const number = monthNames.findIndex((names) => names.some((one) => one.startsWith(month))) + 1
  return dayText(Number(year ?? otherYear), number, Number(day ?? otherDay))
}

/**
 * Reads a written date: ISO, with the name of its month, `d.m.y`, `d/m/y` or `m/d/y` by `order`. Returns `YYYY-MM-DD`, with a time of day `HH:MM:SS` or `HH:MM:SS.mmm`, and
 * with the zone where one is written; null for anything else and for days that do not exist.
 */
export function parseDate(text: string, order: DateOrder): WrittenDate | null {
  const bare = text.trim()
  const match = iso.exec(bare)
  if (match) {
    const [, year, month, date, hour, minute, second, fraction, zone] = match
    const day = dayText(Number(year), Number(month), Number(date))
    if (day === null) return null
    if (hour === undefined) return { day, time: null, zone: null }
    const time = timeText(hour, minute, second, fraction)
    return time === null ? null : { day, time, zone: zone?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') ?? null }
  }
  const parts = numeric.exec(bare)
  if (!parts) {
    const day = spelledDay(bare)
    return day === null ? null : { day, time: null, zone: null }
  }
  const [, first, separator, second, written = '', hour, minute, seconds] = parts
  const monthFirst = separator !== '.' && order === 'mdy'
  const year = written.length === 4 ? Number(written) : Number(written) + (Number(written) < 70 ? 2000 : 1900)
  const day = dayText(year, Number(monthFirst ? first : second), Number(monthFirst ? second : first))
  if (day === null) return null
  if (hour === undefined) return { day, time: null, zone: null }
  const time = timeText(hour, minute, seconds)
  return time === null ? null : { day, time, zone: null }
}

/** The order of a column of dates by the parts that can only be a day; null without evidence. */
export function dateOrderOf(values: readonly string[]): DateOrder | null {
  let dayFirst = 0
  let monthFirst = 0
  for (const value of values) {
    const parts = numeric.exec(value.trim())
    if (!parts || parts[2] === '.') continue
    if (Number(parts[1]) > 12) dayFirst++
    else if (Number(parts[3]) > 12) monthFirst++
  }
  return dayFirst === 0 && monthFirst === 0 ? null : dayFirst >= monthFirst ? 'dmy' : 'mdy'
}
