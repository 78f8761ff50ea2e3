import type { Row } from '#contracts/query.ts'
import { currentRegion } from '#ui/region.ts'
import { plainText } from '../field/plain-text.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Grid, LeavingKey } from './grid-context.ts'
import { moveCursor } from './grid-cursor.ts'
import { sayLost } from './say-lost.ts'

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
 * Takes what was written in the cell that is edited, closes it and saves it. Says so where it could not be saved and there
 * is no line any more on which that would stand.
 */
export async function takeValue(
  grid: Grid,
  { stored, seen, column, before }: OpenCell,
  value: unknown,
  label?: string,
): Promise<void> {
  const line = grid.editing?.row ?? 0
  grid.setEditing(null)
  const taken = value ?? null
  if (JSON.stringify(taken) === JSON.stringify(before)) return grid.live?.draft(null)
  // The last that was told may be the first signs of it: they would stand for what is saved now.
  grid.live?.draft({ row: stored, key: column.key, value: taken })
  const outcome = await grid.edits.save(stored, column, taken, label, seen)
  if (outcome === 'saved' || (outcome === 'kept' && lineWith(grid, String(seen['id']), line) >= 0)) return
  sayLost(label ?? plainText(taken, column.field, undefined, currentRegion()))
}

/** How far from its line a record is looked for. */
const mostMoved = 500

/** The line a record stands in now, near the one it was edited in; -1 where it is no longer there. */
export function lineWith({ lines: { list } }: Grid, id: string, from: number): number {
  const isIt = (line: number): boolean => line >= 0 && list.row(line)?.['id'] === id
  for (let far = 0; far <= mostMoved; far++) {
    if (isIt(from - far)) return from - far
    if (isIt(from + far)) return from + far
  }
  return -1
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
