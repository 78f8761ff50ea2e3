import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Grid } from './grid-context.ts'
import { actionsWidth, selectWidth } from './grid-layout.ts'

/**
 * Scrolls to the cell of the cursor whenever it moves. Before anything is drawn: then the lines come into sight and the
 * cursor moves in one drawing, and the browser lays out once.
 */
export function useCursorInSight(
  grid: Grid,
  scroller: RefObject<HTMLElement | null>,
  scrollToLine: (line: number) => void,
): void {
  const { marks } = grid
  const show = useEffectEvent(() => {
    const { cursor } = grid
    if (!cursor || cursor.row < 0) return
    scrollToLine(cursor.row)
    showColumn(scroller.current, grid, cursor.column)
  })
  useEffect(() => {
    let before = marks.read().cursor
    if (!before?.still) show()
    return marks.subscribe(() => {
      const { cursor } = marks.read()
      // Follows the cell, not the cursor that is made anew with every range.
      const moved = cursor?.row !== before?.row || cursor?.column !== before?.column
      before = cursor
      if (moved && !cursor?.still) show()
    })
  }, [marks])
}

/** Brings a column that scrolls into sight, between those that stick. */
function showColumn(scroller: HTMLElement | null, grid: Grid, index: number): void {
  const column = grid.columns[index]
  if (!scroller || !column || column.pinned) return
  const beside = (grid.selectable ? selectWidth : 0) + (grid.rowActions.length > 0 ? actionsWidth : 0)
  const room = scroller.clientWidth - beside - grid.layout.left.width - grid.layout.right.width
  if (column.start < scroller.scrollLeft) scroller.scrollLeft = column.start
  else if (column.start + column.size > scroller.scrollLeft + room)
    scroller.scrollLeft = Math.min(column.start, column.start + column.size - room)
}
