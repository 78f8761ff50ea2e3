import { useRef, type HTMLAttributes, type MouseEvent, type RefObject } from 'react'
import { cellAt } from './cell-at.ts'
import { at, type Cell } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'

type Pointer = Pick<
  HTMLAttributes<HTMLElement>,
  'onMouseDown' | 'onMouseOver' | 'onMouseLeave' | 'onClick' | 'onDoubleClick'
>

/** What a pointer does in the lines, handled once for all of them: choose cells and rows, open, edit. */
export function useGridPointer(grid: Grid, scroller: RefObject<HTMLElement | null>): Pointer {
  const tapped = useRef<Cell | null>(null)
  const isEdited = ({ row, column }: Cell): boolean =>
    grid.editing?.row === row && grid.editing.column === column
  return {
    onMouseDown(event) {
      const cell = cellOf(event)
      const { cursor } = grid
      // The row is being dragged already; no words are to be chosen with it.
      if (event.target instanceof Element && event.target.closest('[data-grip]')) event.preventDefault()
      if (event.button !== 0 || !cell || isEdited(cell)) return
      // It is being dragged already; a finger only tapped the cell it stands in.
      if (onCorner(event) && !grid.coarse) {
        event.preventDefault()
        scroller.current?.focus({ preventScroll: true })
        return
      }
      tapped.current = cursor && cursor.row === cell.row && cursor.column === cell.column ? cell : null
      if (event.shiftKey && cursor) {
        event.preventDefault()
        scroller.current?.focus({ preventScroll: true })
        grid.setCursor({ ...cell, anchor: cursor.anchor })
      } else grid.setCursor(at(cell.row, cell.column))
    },
    onMouseOver(event) {
      hover(scroller.current, lineOf(event))
      const { cursor, editing } = grid
      if (scroller.current?.hasAttribute('data-dragging')) return
      if (event.buttons !== 1 || !cursor || editing || grid.filling || !grid.editable) return
      const cell = cellOf(event)
      if (cell && (cell.row !== cursor.row || cell.column !== cursor.column))
        grid.setCursor({ ...cell, anchor: cursor.anchor })
    },
    onMouseLeave: () => hover(scroller.current, null),
    onClick(event) {
      const line = lineOf(event)
      const row = line === null ? undefined : grid.lines.list.row(line)
      if (!row || !(event.target instanceof Element)) return
      if (event.target.closest('[data-choose]')) return choose(grid, String(row['id']), line ?? 0, event)
      if (event.target.closest('[data-toggle]')) return grid.toggle(String(row['id']))
      if (event.target.closest('[data-open]')) return grid.open(row)
      // A finger has no double click: the second tap on a cell edits it.
      const again = tapped.current
      if (grid.coarse && again && !grid.editing && grid.columns[again.column]?.editable)
        return grid.setEditing(again)
      const link = event.target.closest('a[data-link]')
      if (link) return follow(grid, link, event)
      if (grid.editable || !grid.canOpen || event.shiftKey || event.defaultPrevented) return
      if (!event.target.closest('a, button, input') && cellOf(event)) grid.open(row)
    },
    onDoubleClick(event) {
      const cell = cellOf(event)
      const row = cell && grid.lines.list.row(cell.row)
      if (!cell || !row || isEdited(cell)) return
      if (grid.columns[cell.column]?.editable) grid.setEditing(cell)
      else if (grid.canOpen) grid.open(row)
    },
  }
}

/** A plain click on a link of this application is followed by its router; anything else is the browser's. */
function follow(grid: Grid, link: Element, event: MouseEvent): void {
  const href = link.getAttribute('href') ?? ''
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (event.defaultPrevented || !isPlain || !href.startsWith('/') || href.startsWith('//')) return
  event.preventDefault()
  grid.go(href)
}

/** Marks every part of the line under the pointer. An attribute, not a drawing: it follows the pointer at no cost. */
function hover(scroller: HTMLElement | null, line: number | null): void {
  for (const part of scroller?.querySelectorAll('[data-hover]') ?? [])
    if (part.getAttribute('data-line') !== String(line)) part.removeAttribute('data-hover')
  if (line === null) return
  for (const part of scroller?.querySelectorAll(`[data-line="${line}"]`) ?? [])
    part.setAttribute('data-hover', '')
}

/** Chooses a row or takes it back; with Shift all from the one chosen last. */
function choose(grid: Grid, id: string, line: number, event: MouseEvent): void {
  const next = new Set(grid.selection)
  if (event.shiftKey && grid.cursor && !next.has(id)) {
    const [low, high] = [Math.min(grid.cursor.row, line), Math.max(grid.cursor.row, line)]
    for (let index = Math.max(0, low); index <= high; index += 1) {
      const row = grid.lines.list.row(index)
      if (row) next.add(String(row['id']))
    }
  } else if (!next.delete(id)) next.add(id)
  grid.select(next)
  if (!event.shiftKey) grid.setCursor(at(line, grid.cursor?.column ?? 0))
}

function lineOf(event: MouseEvent): number | null {
  const line = event.target instanceof Element ? event.target.closest('[data-line]') : null
  return line ? Number(line.getAttribute('data-line')) : null
}

const onCorner = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('[data-fill-corner]') !== null

const cellOf = ({ target }: MouseEvent): Cell | null => (target instanceof Element ? cellAt(target) : null)
