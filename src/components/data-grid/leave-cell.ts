import type { Row } from '#contracts/query.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Grid, LeavingKey } from './grid-context.ts'
import { moveCursor } from './grid-cursor.ts'

export interface OpenCell {
  /** The row as the list has it. */
  stored: Row
  /** The row as it was when the cell was opened: what a save is compared with. */
  seen: Row
  column: GridColumn
  /** What stood there when it was opened. */
  before: unknown
}

/**
 * Takes what was written in the cell that is edited, and closes it. Answers whether it was saved, once that is known; null
 * where it is the same as before.
 */
export function takeValue(
  grid: Grid,
  { stored, seen, column, before }: OpenCell,
  value: unknown,
  label?: string,
): Promise<boolean> | null {
  grid.setEditing(null)
  const taken = value ?? null
  if (JSON.stringify(taken) === JSON.stringify(before)) {
    grid.live?.draft(null)
    return null
  }
  // The last that was told may be the first signs of it: they would stand for what is saved now.
  grid.live?.draft({ row: stored, key: column.key, value: taken })
  return grid.edits.save(stored, column, taken, label, seen)
}

/** Leaves the cell that is edited as it was. */
export function dropValue(grid: Grid): void {
  grid.setEditing(null)
  grid.live?.draft(null)
}

/** Goes on to where the key leads that ended the edit. */
export function moveOn(grid: Grid, key: LeavingKey): void {
  const size = { rows: grid.lines.list.count, columns: grid.columns.length, page: 1 }
  const next = grid.cursor && moveCursor(grid.cursor, { key, ctrl: false, shift: false }, size)
  if (next) grid.setCursor(next)
}

/** The list an element stands in. */
export const gridOf = (inside: Element | null): HTMLElement | null =>
  inside?.closest<HTMLElement>('[role="grid"], [role="treegrid"]') ?? null
