import { groupBy } from '#base/group-by.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/** A node and everything inside it, parents first. */
export function subtreeOf(rows: readonly StoredRow[], id: string): StoredRow[] {
  const inside = groupBy(rows, ({ attributes }) => textOf(attributes, 'parent'))
  const found = rows.filter((row) => row.id === id)
  for (const row of found) found.push(...(inside.get(row.id) ?? []))
  return found
}
