import * as XLSX from '@e965/xlsx'
import { durationText } from '#contracts/duration.ts'
import type { Cell } from '../table.ts'

const two = (part: number): string => String(part).padStart(2, '0')

const dayLength = 86_400_000

/**
 * A serial day number as ISO text: 45292 → `2024-01-01`, 45292.5 → `2024-01-01T12:00:00`. It has no zone: a workbook says what
 * clocks show.
 */
function dateOfSerial(serial: number, early: boolean): string {
  // Rounded first: a share of a day is a hair off the time it means.
  const milliseconds = Math.round(serial * dayLength)
  const { y, m, d } = XLSX.SSF.parse_date_code(Math.floor(milliseconds / dayLength), {
    date1904: early,
  }) as Record<'y' | 'm' | 'd', number>
  const day = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`
  const time = milliseconds % dayLength
  return time === 0
    ? day
    : `${day}T${new Date(time)
        .toISOString()
        .slice(11, -1)
        .replace(/\.000$/, '')}`
}

/** A number of a workbook as its format means it: a day, a moment, hours, or the number. `early`: days count from 1904. */
export function numberCell(value: number, format: string | number | undefined, early = false): Cell {
  if (typeof format !== 'string') return value
  // Hours beyond a day, or a time without a day: 37:30.
  if (/\[h+\]/i.test(format) || (value < 1 && /h+:mm/i.test(format)))
    return durationText(Math.round(value * 86_400))
  return value >= 1 && XLSX.SSF.is_date(format) ? dateOfSerial(value, early) : value
}
