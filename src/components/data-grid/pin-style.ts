import type { CSSProperties } from 'react'
import type { Grid } from './grid-context.ts'

export const selectWidth = 40
export const actionsWidth = 44

const edge = '1px solid var(--hairline)'

/** Where a pinned cell sticks; nothing for one that scrolls. */
export function pinStyle(grid: Grid, key: string): CSSProperties | undefined {
  const column = grid.table.getColumn(key)
  const side = column?.getIsPinned()
  if (!column || !side) return undefined
  return side === 'left'
    ? {
        position: 'sticky',
        zIndex: 1,
        left: column.getStart('left') + (grid.selectable ? selectWidth : 0),
        borderRight: edge,
      }
    : {
        position: 'sticky',
        zIndex: 1,
        right: column.getAfter('right') + (grid.rowActions.length > 0 ? actionsWidth : 0),
        borderLeft: edge,
      }
}

/** The grid's columns as one CSS track list, set once on the container: widening a column draws no row again. */
export function columnTracks(grid: Grid): string {
  const sizes = grid.columns.map(({ key }) => `${grid.table.getColumn(key)?.getSize() ?? 160}px`)
  const rest = `minmax(${grid.rowActions.length > 0 ? actionsWidth : 0}px, 1fr)`
  return [...(grid.selectable ? [`${selectWidth}px`] : []), ...sizes, rest].join(' ')
}
