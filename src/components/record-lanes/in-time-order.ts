import type { Row } from '#contracts/query.ts'

/** A record and when it was, in milliseconds; null where nothing says so. */
export interface DatedRow {
  row: Row
  at: number | null
}

/** When a record was: the first of these fields that is filled. */
export function momentOf(row: Row, fields: readonly string[]): number | null {
  const key = momentField(row, fields)
  const at = key === undefined ? Number.NaN : Date.parse(String(row[key]))
  return Number.isNaN(at) ? null : at
}

/** The first of these fields that is filled. */
export const momentField = (row: Row, fields: readonly string[]): string | undefined =>
  fields.find((key) => typeof row[key] === 'string' && row[key] !== '')

/**
 * Records by when they were, and none before the one it was made from: that one may have been issued later. What was at the
 * same time keeps its order.
 */
export function inTimeOrder(
  rows: readonly Row[],
  momentOfRow: (row: Row) => number | null,
  parent: string,
): DatedRow[] {
  const byId = new Map(rows.map((row) => [String(row['id']), row]))
  const found = new Map<Row, number | null>()
  const reckon = (row: Row): number | null => {
    const known = found.get(row)
    if (known !== undefined) return known
    const own = momentOfRow(row)
    // Before its origin is looked at, so that a circle ends.
    found.set(row, own)
    const origin = byId.get(String(row[parent] ?? ''))
    const least = origin ? reckon(origin) : null
    const at = own === null || (least !== null && least > own) ? least : own
    found.set(row, at)
    return at
  }
  const dated = rows.map((row) => ({ row, at: reckon(row) }))
  return dated.toSorted((a, b) => (a.at ?? -Infinity) - (b.at ?? -Infinity) || 0)
}
