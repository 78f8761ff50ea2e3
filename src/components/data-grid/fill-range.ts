import { canonicalJson } from '#base/json.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { titleOf } from '../field/field-traits.ts'
import { isInRange, rangeOf, type Cursor, type Range } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { mostAtOnce } from './paste-range.ts'
import { plainValue, withEdits, type CellChange } from './use-cell-edits.ts'
import { writeCells } from './write-cells.ts'

/** Gives the cells of the range the values of its first row; a single row takes those of the row above it. */
export async function fillDown(grid: Grid, cursor: Cursor): Promise<void> {
  const range = rangeOf(cursor)
  const first = range.top === range.bottom ? range.top - 1 : range.top
  if (first >= 0) await fillRange(grid, { ...range, top: first, bottom: first }, { ...range, top: first })
}

/** Gives the cells of the range the values of its first column, where they are of the same type. */
export async function fillRight(grid: Grid, cursor: Cursor): Promise<void> {
  const range = rangeOf(cursor)
  await fillRange(grid, { ...range, right: range.left }, range)
}

/**
 * Gives the cells around a range its values, over and over: the rows of `target` above and below it, or the columns beside
 * it where they are of the same type. All of it in one write.
 */
export async function fillRange(grid: Grid, source: Range, target: Range): Promise<void> {
  if (target.bottom - target.top > mostAtOnce) {
    toast.warning(t('At most {{most}} rows can be filled at once.', { most: mostAtOnce }))
    return
  }
  await grid.lines.read(target.top, target.bottom + 1)
  const { list } = grid.lines
  const changes: CellChange[] = []
  for (let line = target.top; line <= target.bottom; line += 1) {
    const row = list.row(line)
    const from = list.row(around(line, source.top, source.bottom))
    if (!row || !from) continue
    const shown = withEdits(from, grid.edits.of(from))
    for (let at = target.left; at <= target.right; at += 1) {
      const column = grid.columns[at]
      const taken = grid.columns[around(at, source.left, source.right)]
      if (isInRange(source, line, at) || !column?.editable || column.field.type !== taken?.field.type)
        continue
      const value = plainValue(shown[taken.key] ?? null)
      if (canonicalJson(value) === canonicalJson(plainValue(row[column.key] ?? null))) continue
      changes.push({ row, column, value, label: titleOf(shown[taken.key], taken.field, shown) ?? undefined })
    }
  }
  await writeCells(grid, changes)
}

/** Where a place past the ends of a stretch falls when the stretch goes on and on. */
function around(at: number, first: number, last: number): number {
  const length = last - first + 1
  return first + ((((at - first) % length) + length) % length)
}

/** Empties the chosen cells. Fields that must be filled, and those that cannot be changed, are left as they are. */
export async function clearRange(grid: Grid, cursor: Cursor): Promise<void> {
  const { top, bottom, left, right } = rangeOf(cursor)
  if (bottom - top >= mostAtOnce) {
    toast.warning(t('At most {{most}} rows can be emptied at once.', { most: mostAtOnce }))
    return
  }
  const columns = grid.columns
    .slice(left, right + 1)
    .filter(({ editable, field }) => editable && !field.required)
  const rows = await grid.lines.read(Math.max(0, top), bottom + 1)
  await writeCells(
    grid,
    rows.flatMap((row) =>
      columns.flatMap((column): CellChange[] =>
        plainValue(row[column.key] ?? null) === null ? [] : [{ row, column, value: null }],
      ),
    ),
  )
}
