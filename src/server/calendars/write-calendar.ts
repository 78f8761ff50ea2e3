import { createHash } from 'node:crypto'
import ical from 'ical-generator'

/** One entry: at a day (`YYYY-MM-DD`) or a moment (ISO 8601 with zone). */
export interface Entry {
  /** The same whenever the calendar is asked for. */
  id: string
  at: string
  title: string
  about: string
  /** Where it is in the workspace. */
  path: string
}

/** Writes iCalendar (RFC 5545). Texts of records are escaped by the library; programs ask again every hour. */
export function writeCalendar(name: string, entries: readonly Entry[], publicUrl: string): string {
  const calendar = ical({
    name: oneLine(name),
    prodId: { company: 'Formwork', product: 'Calendar' },
    ttl: 3600,
  })
  for (const { id, at, title, about, path } of entries) {
    const start = new Date(at)
    if (Number.isNaN(start.getTime())) continue
    calendar.createEvent({
      id: createHash('sha256').update(id).digest('hex').slice(0, 32),
      start,
      allDay: at.length === 10,
      summary: oneLine(title),
      ...(about !== '' && { description: oneLine(about) }),
      url: publicUrl + path,
    })
  }
  return calendar.toString()
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 500)
