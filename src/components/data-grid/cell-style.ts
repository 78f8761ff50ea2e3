import type { CSSProperties } from 'react'
import { actionsWidth, selectWidth, type PlacedColumn } from './grid-layout.ts'
import type { GridFrame } from './grid-context.ts'

const edge = '1px solid var(--hairline)'

/** Where a cell stands: in its track, and at an edge when its column is pinned. */
export function cellStyle(frame: GridFrame, column: PlacedColumn, at: number): CSSProperties {
  const gridColumn = at + (frame.selectable ? 2 : 1)
  if (!column.pinned) return { gridColumn }
  return column.pinned === 'left'
    ? {
        gridColumn,
        position: 'sticky',
        zIndex: 1,
        left: column.start + (frame.selectable ? selectWidth : 0),
        borderRight: edge,
      }
    : {
        gridColumn,
        position: 'sticky',
        zIndex: 1,
        right: column.start + (frame.rowActions.length > 0 ? actionsWidth : 0),
        borderLeft: edge,
      }
}

/** The grid's columns as one CSS track list, set once on the container: widening a column draws no row again. */
export function columnTracks({ columns, selectable, rowActions }: GridFrame): string {
  const sizes = columns.map(({ size }) => `${size}px`)
  const rest = `minmax(${rowActions.length > 0 ? actionsWidth : 0}px, 1fr)`
  return [...(selectable ? [`${selectWidth}px`] : []), ...sizes, rest].join(' ')
}

/** The columns drawn: those that stick, and of the others those in sight. */
export function drawnColumns(
  frame: GridFrame,
  from: number,
  to: number,
): { column: PlacedColumn; at: number }[] {
  const { columns, layout } = frame
  const rightFrom = columns.length - layout.right.count
  return columns.flatMap((column, at) =>
    at < layout.left.count || at >= rightFrom || (at >= from && at < to) ? [{ column, at }] : [],
  )
}
