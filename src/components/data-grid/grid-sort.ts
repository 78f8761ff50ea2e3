import type { Sort } from '#contracts/query.ts'
import type { GridColumn } from './grid-columns.ts'

/** Which way a column is sorted now. */
export const sortedBy = (sort: readonly Sort[], column: GridColumn): 'asc' | 'desc' | null =>
  (column.sortBy && sort.find(({ field }) => field === column.sortBy)?.dir) || null

/** The order with one column sorted another way (or not at all); others keep their place. */
export function withSort(sort: readonly Sort[], column: GridColumn, dir: 'asc' | 'desc' | null): Sort[] {
  if (column.sortBy === null) return [...sort]
  const others = sort.filter(({ field }) => field !== column.sortBy)
  return dir ? [...others, { field: column.sortBy, dir }] : others
}

/** What a click on a heading does: ascending, descending, not; `add` keeps what is sorted already. */
export function nextSort(sort: readonly Sort[], column: GridColumn, add: boolean): Sort[] {
  const now = sortedBy(sort, column)
  const next = now === null ? 'asc' : now === 'asc' ? 'desc' : null
  return withSort(add ? sort : sort.filter(({ field }) => field === column.sortBy), column, next)
}
