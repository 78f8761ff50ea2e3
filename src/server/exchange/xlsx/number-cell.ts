import * as XLSX from '@e965/xlsx'
import { durationText } from '#contracts/duration.ts'
import type { Cell } from '../table.ts'

const two = (part: number): string => String(part).padStart(2, '0')

/** A serial day number as ISO text, without any time zone on the way: 45292 → `2024-01-01`. */
function dateOfSerial(serial: number, early: boolean): string {
  const { y, m, d, H, M, S } = XLSX.SSF.parse_date_code(serial, { date1904: early }) as Record<
    'y' | 'm' | 'd' | 'H' | 'M' | 'S',
    number
  >
  const day = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`
  return H || M || S ? `${day}T${two(H)}:${two(M)}:${two(Math.floor(S))}Z` : day
}

/** A number of a workbook as its format means it: a day, a moment, hours, or the number. `early`: days count from 1904. */
export function numberCell(value: number, format: string | number | undefined, early = false): Cell {
  if (typeof format !== 'string') return value
  // Hours beyond a day, or a time without a day: 37:30.
  if (/\[h+\]/i.test(format) || (value < 1 && /h+:mm/i.test(format)))
    return durationText(Math.round(value * 86_400))
  return value >= 1 && XLSX.SSF.is_date(format) ? dateOfSerial(value, early) : value
}
