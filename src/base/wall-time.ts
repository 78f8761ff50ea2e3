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

const names = new Map<string, string | null>()
// More than there are, and a bound on what a stranger can make a server remember.
const mostNames = 2000

/** The one spelling of a time zone's name: `europe/berlin` → `Europe/Berlin`. Null when there is no such zone. */
export function timeZoneName(written: string): string | null {
  const known = names.get(written)
  if (known !== undefined) return known
  if (names.size >= mostNames) names.clear()
  const name = written === '' || written.length > 64 ? null : nameOf(written)
  names.set(written, name)
  return name
}

function nameOf(written: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone
  } catch {
    // What it throws says no more than that.
    return null
  }
}

/** Whether there is a time zone of this name: `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean => timeZoneName(name) !== null

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
