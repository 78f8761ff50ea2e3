import { momentOf, wallTime, zonedText, type WallTime } from '#base/wall-time.ts'
import type { SheetCell } from './xlsx/write-xlsx.ts'

/** A moment in a file: what clocks show in the zone of whoever reads it, and the same as text with its offset. */
export interface MomentCell {
  moment: WallTime
  zoned: string
}

/**
 * A moment as a cell. Where clocks do not say which one it is, in the hour that comes twice, it is text with its offset:
 * reading the file again must give the same moment.
 */
export function momentCell(value: string, zone: string): SheetCell {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return { text: value }
  const moment = wallTime(date, zone)
  const zoned = zonedText(date, zone)
  return momentOf(moment, zone).getTime() === date.getTime() ? { moment, zoned } : { text: zoned }
}
