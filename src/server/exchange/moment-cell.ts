import { asUtc, momentOf, wallTime, type WallTime } from '#base/wall-time.ts'
import type { SheetCell } from './xlsx/write-xlsx.ts'

/** A moment in a file: what clocks show in the zone of whoever reads it, and the same as ISO text with its offset. */
export interface MomentCell {
  moment: WallTime
  zoned: string
}

/**
 * A moment as a cell: `2026-07-01T10:30:00+02:00`, milliseconds only where there are some. Where clocks do not say which one it
 * is, in the hour that comes twice, it is text with its offset: reading the file again must give the same moment.
 */
export function momentCell(value: string, zone: string): SheetCell {
  const time = Date.parse(value)
  if (Number.isNaN(time)) return { text: value }
  const found = offsetAt(time, zone)
  // Before there were zones an offset is none of whole minutes, and ISO cannot say it.
  const offset = found % minute === 0 && Math.abs(found) < dayLength ? found : 0
  const at = new Date(time + offset)
  const clocks = at.toISOString().slice(0, -1)
  const zoned = `${clocks.replace(/\.000$/, '')}${offset === 0 ? 'Z' : offsetText(offset)}`
  if (offset !== found) return { text: zoned }
  const moment = {
    day: clocks.slice(0, clocks.indexOf('T')),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    millisecond: at.getUTCMilliseconds(),
  }
  const isOnce = [time - dayLength, time + dayLength].every((near) => steadyOffset(near, zone) === offset)
  return isOnce || momentOf(moment, zone).getTime() === time ? { moment, zoned } : { text: zoned }
}

const minute = 60_000
const dayLength = 86_400_000

/** Most days whose offsets are kept. */
const mostDays = 20_000

/** By zone and day of UTC, in milliseconds; null where clocks change on that day. A file has a million moments. */
const offsets = new Map<string, number | null>()

function steadyOffset(time: number, zone: string): number | null {
  const begin = Math.floor(time / dayLength) * dayLength
  const key = `${zone} ${begin}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const first = lookUpOffset(begin, zone)
  const steady = first === lookUpOffset(begin + dayLength - 1, zone) ? first : null
  if (offsets.size >= mostDays) offsets.clear()
  offsets.set(key, steady)
  return steady
}

const offsetAt = (time: number, zone: string): number => steadyOffset(time, zone) ?? lookUpOffset(time, zone)

const lookUpOffset = (time: number, zone: string): number => asUtc(wallTime(new Date(time), zone)) - time

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / minute
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
