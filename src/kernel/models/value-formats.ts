const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text is a day that exists: `2026-02-28` is, `2026-02-30` is not. */
export function isRealDate(text: string): boolean {
  const match = datePattern.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  // setUTCFullYear, because Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const datetimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?([Zz]|[+-](?:0\d|1[0-4]):?[0-5]\d)$/

/**
 * A moment in the one form it is stored in, `2026-03-01T12:30:00.000Z`, so that text order is time order; null when the
 * text is no ISO 8601 moment with a zone between the years 0 and 9999.
 */
export function normaliseDatetime(text: string): string | null {
  const match = datetimePattern.exec(text)
  if (!match || !isRealDate(match[1] ?? '')) return null
  const [, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = match
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const iso = `${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset}`
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return null
  const normal = moment.toISOString()
  return normal.length === 24 ? normal : null
}

// PostgreSQL cannot store NUL, and half of a surrogate pair is no character: both would be changed on the way.
/** Whether a text can be stored and read back unchanged. */
export const isStorableText = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)

/** Keys that could reach an object's prototype when somebody copies maps carelessly. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
