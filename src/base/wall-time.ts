/** What clocks show somewhere. */
export interface WallTime {
  /** YYYY-MM-DD */
  day: string
  hour: number
  minute: number
  second: number
  millisecond: number
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

// Made once for each zone: a file has a million moments.
function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(timeZone && { timeZone }),
    })
    formats.set(timeZone, format)
  }
  return format
}

/** Whether there is a time zone of this name: `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // What it throws says no more than that.
    return false
  }
}

/** What clocks show at a moment; in the zone of this machine without one. */
export function wallTime(moment: Date, timeZone: string | undefined): WallTime {
  const parts = formatOf(timeZone).formatToParts(moment)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '0'
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')),
    minute: Number(part('minute')),
    second: Number(part('second')),
    millisecond: moment.getUTCMilliseconds(),
  }
}

/** The moment at which clocks in UTC show a time, in milliseconds. */
export const asUtc = ({ day, hour, minute, second, millisecond }: WallTime): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Date.UTC(year, month - 1, date, hour, minute, second, millisecond)
}

/**
 * The moment at which clocks show a time. One that is skipped when the clocks go forward is as much later; of one that comes
 * twice it is the second.
 */
export function momentOf(wall: WallTime, timeZone: string | undefined): Date {
  const time = asUtc(wall)
  const offsetAt = (moment: number): number => asUtc(wallTime(new Date(moment), timeZone)) - moment
  // The offset is looked up at the moment it leads to: twice, because the first guess may lie beyond a change of clocks.
  return new Date(time - offsetAt(time - offsetAt(time)))
}
