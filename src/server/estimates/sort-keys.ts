import { groupBy } from '#base/group-by.ts'
import { sortBetween } from '#estimating/sort-between.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

// As `sort-between.ts` makes them: the first letter says how many digits the whole number after it has.
const keyPattern = /^[A-Za-z][0-9A-Za-z]+$/

/** Whether a text is a key that others can be put beside. */
function isSortKey(text: string): boolean {
  if (!keyPattern.test(text)) return false
  const head = text.charCodeAt(0)
  const length = head >= 97 ? head - 97 + 2 : 90 - head + 2
  return text.length >= length && (text.length === length || !text.endsWith('0'))
}

/**
 * The keys that rows must get so that each has one of its own, by id: new ones come last in the order in which they were
 * made. Where a key is none or stands twice, all of these siblings get new ones in the order they have.
 */
export function missingSortKeys(rows: readonly StoredRow[], parent = ''): Map<string, string> {
  const keys = new Map<string, string>()
  const groups = groupBy(rows, ({ attributes }) => textOf(attributes, parent) ?? '')
  for (const siblings of groups.values()) {
    const placed = siblings
      .filter(({ attributes }) => textOf(attributes, 'sort') !== null)
      .toSorted(compareSort)
    const added = siblings.filter(({ attributes }) => textOf(attributes, 'sort') === null).toSorted(byId)
    const anew = placed.some(
      (row, at) => !isSortKey(sortOf(row)) || sortOf(row) === sortOf(placed[at - 1] ?? unplaced),
    )
    let last = anew ? null : sortOf(placed.at(-1) ?? unplaced) || null
    for (const { id } of anew ? [...placed, ...added] : added) keys.set(id, (last = sortBetween(last, null)))
  }
  return keys
}

const unplaced: StoredRow = { id: '', archetype_id: null, attributes: {} }
const sortOf = ({ attributes }: StoredRow): string => textOf(attributes, 'sort') ?? ''
const byId = (a: StoredRow, b: StoredRow): number => (a.id < b.id ? -1 : 1)
/** The order of rows with keys. */
export const compareSort = (a: StoredRow, b: StoredRow): number =>
  sortOf(a) === sortOf(b) ? byId(a, b) : sortOf(a) < sortOf(b) ? -1 : 1
