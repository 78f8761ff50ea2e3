import { textOf } from './read-value.ts'

/**
 * Whether the last day of an offer is over, in UTC; one that names no such day goes on. Not by the day of who asks: their
 * browser says which one that is, and could say another to decide later.
 */
export function isLapsed(version: Readonly<Record<string, unknown>>): boolean {
  const day = textOf(version, 'valid_until')
  return day !== null && day < new Date().toISOString().slice(0, 10)
}
