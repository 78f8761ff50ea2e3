import { cellAt } from './cell-at.ts'
import type { Grid } from './grid-context.ts'
import { rangeOf, type Cell, type Cursor, type Range } from './grid-cursor.ts'

/** Pixels from the edge in which the list scrolls by itself, how far, and how often in milliseconds. */
const edge = 28
const stride = 32
const every = 60

/**
 * Drags the corner of what is chosen: marks the cells it passes, and fills them when it is let go. Escape gives it up. The
 * list scrolls while the pointer rests at its edge.
 */
export function dragCorner(grid: Grid, cursor: Cursor, scroller: HTMLElement | null): void {
  const source = rangeOf(cursor)
  let target = source
  let pointer = { x: 0, y: 0 }
  // From now on the pointer fills and does not choose.
  grid.setFilling(source)
  const look = (): void => {
    const element = document.elementFromPoint(pointer.x, pointer.y)
    const cell = element && scroller?.contains(element) ? cellAt(element) : null
    if (!cell) return
    target = stretched(source, cell)
    grid.setFilling(target)
  }
  const move = (event: MouseEvent): void => {
    pointer = { x: event.clientX, y: event.clientY }
    look()
  }
  const timer = setInterval(() => {
    const box = scroller?.getBoundingClientRect()
    if (!box || !scroller || pointer.y === 0) return
    const by = pointer.y > box.bottom - edge ? stride : pointer.y < box.top + edge * 2 ? -stride : 0
    if (by === 0) return
    scroller.scrollTop += by
    look()
  }, every)
  const end = (fill: boolean): void => {
    clearInterval(timer)
    removeEventListener('mousemove', move)
    removeEventListener('mouseup', take)
    removeEventListener('keydown', giveUp, true)
    grid.setFilling(null)
    if (!fill || target === source) return
    void import('./fill-range.ts').then(({ fillRange }) => fillRange(grid, source, target))
    grid.setCursor({
      row: target.top,
      column: target.left,
      anchor: { row: target.bottom, column: target.right },
    })
  }
  const take = (): void => end(true)
  const giveUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end(false)
  }
  addEventListener('mousemove', move)
  addEventListener('mouseup', take)
  addEventListener('keydown', giveUp, true)
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
