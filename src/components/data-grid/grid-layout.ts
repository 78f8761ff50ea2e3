import type { GridColumn } from './grid-columns.ts'
import type { ColumnTable } from './use-column-table.ts'

export const selectWidth = 40
export const actionsWidth = 44
export const narrowest = 48
export const widest = 1200

/** A column in its place. */
export interface PlacedColumn extends GridColumn {
  size: number
  pinned: 'left' | 'right' | null
  /** Pixels from the edge it sticks to, or from the beginning of those that scroll. */
  start: number
}

export interface GridLayout {
  /** The columns in sight: left pinned, free, right pinned. */
  columns: readonly PlacedColumn[]
  /** How many stick to each side, and how wide they are together. */
  left: { count: number; width: number }
  right: { count: number; width: number }
  free: { count: number; width: number }
}

/** The columns in their places, as the table has them: which show, in which order, how wide, and which stay in sight. */
export function layoutColumns(table: ColumnTable, columns: readonly GridColumn[]): GridLayout {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const left = place(table.getLeftVisibleLeafColumns(), 'left')
  const free = place(table.getCenterVisibleLeafColumns(), null)
  const right = place(table.getRightVisibleLeafColumns(), 'right')
  return {
    columns: [
      ...left.placed,
      ...free.placed,
      // What sticks to the right is measured from there.
      ...right.placed.map((column) => ({ ...column, start: right.width - column.start - column.size })),
    ],
    left: { count: left.placed.length, width: left.width },
    free: { count: free.placed.length, width: free.width },
    right: { count: right.placed.length, width: right.width },
  }

  function place(shown: readonly { id: string; getSize(): number }[], pinned: PlacedColumn['pinned']) {
    let width = 0
    const placed = shown.flatMap((one): PlacedColumn[] => {
      const column = byKey.get(one.id)
      if (!column) return []
      const start = width
      const size = one.getSize()
      width += size
      return [{ ...column, size, pinned, start }]
    })
    return { placed, width }
  }
}

/** Columns around those in sight that are drawn as well. */
const spare = 2

/**
 * Which of the columns that scroll are drawn: numbers `from` to `to` (not with it) into `layout.columns`. A grid without a
 * width, as before it is measured, draws all.
 */
export function columnsInSight(
  layout: GridLayout,
  scrolled: number,
  width: number,
): { from: number; to: number } {
  const first = layout.left.count
  const last = first + layout.free.count
  if (width <= 0 || layout.free.count <= 8) return { from: first, to: last }
  const seen = width - layout.left.width - layout.right.width
  let from = first
  let to = last
  for (let at = first; at < last; at += 1) {
    const column = layout.columns[at]
    if (!column) continue
    if (column.start + column.size < scrolled) from = at + 1
    if (column.start > scrolled + seen) {
      to = at
      break
    }
  }
  return { from: Math.max(first, from - spare), to: Math.min(last, to + spare) }
}
