import type { Wish } from './find-place.ts'
import { textOf } from './read-value.ts'
import { compareSort } from './sort-keys.ts'
import type { StoredRow } from './stored-version.ts'

/**
 * The place one step from where a node stands: past the node above or below it, last into the section right above it, or
 * out below the section it stands in. Null where there is no such place.
 */
export function stepOf(
  rows: readonly StoredRow[],
  id: string,
  step: 'up' | 'down' | 'in' | 'out',
): Wish | null {
  const parent = parentOf(rows, id)
  const siblings = rows
    .filter(({ attributes }) => textOf(attributes, 'parent') === parent)
    .toSorted(compareSort)
  const at = siblings.findIndex((row) => row.id === id)
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  switch (step) {
    case 'up':
      return before ? { above: before.id } : null
    case 'down':
      return after ? { below: after.id } : null
    case 'in':
      return before && textOf(before.attributes, 'kind') === 'section' ? { inside: before.id } : null
    case 'out':
      return parent === null ? null : { below: parent }
  }
}

function parentOf(rows: readonly StoredRow[], id: string): string | null {
  const row = rows.find((one) => one.id === id)
  return row ? textOf(row.attributes, 'parent') : null
}
