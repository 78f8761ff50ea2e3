import { groupBy } from '#base/group-by.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/** Nodes, of which none is inside another, and everything inside them, parents first. */
export function subtreeOf(rows: readonly StoredRow[], ids: readonly string[]): StoredRow[] {
  const inside = groupBy(rows, ({ attributes }) => textOf(attributes, 'parent'))
  const tops = new Set(ids)
  const found = rows.filter(({ id }) => tops.has(id))
  for (const row of found) found.push(...(inside.get(row.id) ?? []))
  return found
}
