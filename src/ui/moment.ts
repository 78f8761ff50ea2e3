import { momentOf, wallTime } from '#base/wall-time.ts'
import { editableDay, parseDay, today } from './day.ts'
import type { Region } from './format.ts'

/** A moment in digits, in the reader's order and zone, exactly: `01.03.2026 08:30`, seconds only where there are some. */
export function editableMoment(value: string, { locale, timeZone }: Region): string {
  const parts = wallTime(new Date(value), timeZone)
  const exact = parts.second === 0 && parts.millisecond === 0 ? '' : `:${two(parts.second)}`
  const rest = parts.millisecond === 0 ? '' : `.${String(parts.millisecond).padStart(3, '0')}`
  return `${editableDay(parts.day, locale)} ${two(parts.hour)}:${two(parts.minute)}${exact}${rest}`
}

const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i
const written = /^(.+?)(?:[\sT,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3}))?)?\s*([ap]\.?m\.?)?)?$/i

/**
 * Reads a moment as a person or a spreadsheet writes it: a day in the reader's order with a time of their zone, or ISO
 * 8601 with its zone. A day alone is its beginning. Null when it is no moment.
 */
export function parseMoment(text: string, { locale, timeZone }: Region): string | null {
  const trimmed = text.trim()
  if (zoned.test(trimmed)) {
    const moment = new Date(trimmed)
    return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
  }
  const [, dayText = '', hourText = '0', minute = '0', second = '0', fraction = '', half = ''] =
    written.exec(trimmed) ?? []
  const day = parseDay(dayText, locale, today(timeZone))
  const hour = hourOf(Number(hourText), half.toLowerCase())
  if (day === null || hour === null || Number(minute) > 59 || Number(second) > 59) return null
  const millisecond = Number(fraction.padEnd(3, '0'))
  const wall = { day, hour, minute: Number(minute), second: Number(second), millisecond }
  return momentOf(wall, timeZone).toISOString()
}

function hourOf(hour: number, half: string): number | null {
  if (half === '') return hour > 23 ? null : hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.startsWith('p') ? 12 : 0)
}

const two = (part: number): string => String(part).padStart(2, '0')
