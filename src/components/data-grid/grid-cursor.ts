/** A cell by place: `row` −1 is the heading row. */
export interface Cell {
  row: number
  column: number
}

/** The cell the cursor is in, and the other corner of what is chosen. */
export interface Cursor extends Cell {
  anchor: Cell
  /** Everything was chosen at once: the corner across from the anchor, with the cell somewhere between. */
  end?: Cell
  /** It came back with the list, which stays where it is. */
  still?: true
}

export interface GridSize {
  rows: number
  columns: number
  /** Rows a page key moves. */
  page: number
}

interface Key {
  key: string
  ctrl: boolean
  shift: boolean
}

/**
 * Where a key moves the cursor, as in a spreadsheet; null when the key moves nothing. Shift keeps the anchor, so a range
 * grows: `moveCursor(at(0, 0), { key: 'ArrowDown', shift: true, ctrl: false }, size)`.
 */
export function moveCursor(from: Cursor, { key, ctrl, shift }: Key, size: GridSize): Cursor | null {
  const to = target(from, key, ctrl, size)
  if (!to) return null
  const cell = {
    row: clamp(to.row, shift ? 0 : -1, size.rows - 1),
    column: clamp(to.column, 0, size.columns - 1),
  }
  // Of everything that was chosen at once, the cell alone stays: a range grows anew from it.
  const { anchor } = from.end ? at(from.row, from.column) : from
  return { ...cell, anchor: shift ? anchor : cell }
}

/** A cursor that stands in one cell. */
export const at = (row: number, column: number): Cursor => ({ row, column, anchor: { row, column } })

export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

/** What is chosen: every cell between the cursor and its anchor. */
export function rangeOf(cursor: Cursor): Range {
  const { anchor, end: { row, column } = cursor } = cursor
  return {
    top: Math.min(row, anchor.row),
    bottom: Math.max(row, anchor.row),
    left: Math.min(column, anchor.column),
    right: Math.max(column, anchor.column),
  }
}

/** Whether more than one cell is chosen. */
export function isSeveral(cursor: Cursor): boolean {
  const { top, bottom, left, right } = rangeOf(cursor)
  return top >= 0 && (top !== bottom || left !== right)
}

export const isInRange = (range: Range, row: number, column: number): boolean =>
  row >= range.top && row <= range.bottom && column >= range.left && column <= range.right

function target({ row, column }: Cell, key: string, ctrl: boolean, size: GridSize): Cell | null {
  switch (key) {
    case 'ArrowUp':
      return { row: ctrl ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: ctrl ? size.rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: ctrl ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: ctrl ? size.columns - 1 : column + 1 }
    case 'Home':
      return { row: ctrl ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrl ? size.rows - 1 : row, column: size.columns - 1 }
    case 'PageUp':
      return { row: Math.max(0, row - size.page), column }
    case 'PageDown':
      return { row: row + size.page, column }
    default:
      return null
  }
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))
