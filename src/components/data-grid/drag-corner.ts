import { followPointer } from './follow-pointer.ts'
import type { Grid } from './grid-context.ts'
import { rangeOf, type Cell, type Cursor, type Range } from './grid-cursor.ts'

/**
 * Drags the corner of what is chosen: marks the cells it passes, and fills them when it is let go; with Ctrl or Alt by
 * copies. Escape gives it up.
 */
export function dragCorner(
  grid: Grid,
  cursor: Cursor,
  scroller: HTMLElement | null,
  released: AbortSignal,
): void {
  if (released.aborted) return grid.setFilling(null)
  const source = rangeOf(cursor)
  let target = source
  followPointer(scroller, {
    over(cell) {
      target = stretched(source, cell)
      grid.setFilling(target)
    },
    end(taken, copies) {
      grid.setFilling(null)
      if (!taken || target === source) return
      void import('./fill-range.ts').then(({ fillRange }) =>
        fillRange(grid, source, target, copies ? 'copy' : 'usual'),
      )
      grid.setCursor({
        row: target.top,
        column: target.left,
        anchor: { row: target.bottom, column: target.right },
      })
    },
  })
}

/** A range drawn out to a cell, down or up or to a side: whichever is further. Inside it, itself. */
export function stretched(source: Range, { row, column }: Cell): Range {
  const down = Math.max(0, row - source.bottom)
  const up = Math.max(0, source.top - row)
  const right = Math.max(0, column - source.right)
  const left = Math.max(0, source.left - column)
  if (Math.max(down, up, right, left) === 0) return source
  if (Math.max(down, up) >= Math.max(right, left))
    return down > 0 ? { ...source, bottom: row } : { ...source, top: Math.max(0, row) }
  return right > 0 ? { ...source, right: column } : { ...source, left: column }
}
