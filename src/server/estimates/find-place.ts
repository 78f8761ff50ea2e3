import { AppError, invalid } from '#base/app-error.ts'
import { sortBetween } from '#estimating/sort-between.ts'
import { compareSort } from './sort-keys.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/** Where a node is to stand: right below or above another, or last in a section (null: at the top). */
export type Wish = { below: string } | { above: string } | { inside: string | null }

/** The parent and the order of a node there. `rows` are all nodes of the version; `moving` is none of its siblings. */
export function findPlace(
  rows: readonly StoredRow[],
  wish: Wish,
  moving: string | null = null,
): { parent: string | null; sort: string } {
  const { parent, before, after } = findGap(rows, wish, moving)
  return { parent, sort: sortBetween(before, after) }
}

/** The parent of what is to stand there, and the orders of what stands before and after it: for several nodes at once. */
export function findGap(
  rows: readonly StoredRow[],
  wish: Wish,
  moving: string | null = null,
): { parent: string | null; before: string | null; after: string | null } {
  const beside = 'below' in wish ? wish.below : 'above' in wish ? wish.above : null
  const anchor = beside === null ? null : rows.find(({ id }) => id === beside)
  if (beside !== null && !anchor) throw new AppError('not_found')
  const parent = anchor ? textOf(anchor.attributes, 'parent') : 'inside' in wish ? wish.inside : null
  if (parent !== null && !rows.some(({ id }) => id === parent)) throw new AppError('not_found')
  if (beside === moving && moving !== null)
    throw invalid([{ path: 'line', code: 'place', message: 'It stands there already.' }])
  const siblings = rows
    .filter(({ id, attributes }) => id !== moving && textOf(attributes, 'parent') === parent)
    .toSorted(compareSort)
  const at = anchor ? siblings.indexOf(anchor) + ('below' in wish ? 1 : 0) : siblings.length
  const key = (row: StoredRow | undefined): string | null => (row ? textOf(row.attributes, 'sort') : null)
  return { parent, before: key(siblings[at - 1]), after: key(siblings[at]) }
}
