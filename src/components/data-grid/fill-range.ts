import { canonicalJson } from '#base/json.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { titleOf } from '../field/field-traits.ts'
import { rangeOf, type Cursor } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { mostAtOnce } from './paste-range.ts'
import { plainValue, withEdits, type CellChange } from './use-cell-edits.ts'
import { writeCells } from './write-cells.ts'

/** Gives the cells of the range the values of its first row; a single row takes those of the row above it. */
export async function fillDown(grid: Grid, cursor: Cursor): Promise<void> {
  const { top, bottom, left, right } = rangeOf(cursor)
  const from = top === bottom ? top - 1 : top
  if (from < 0) return
  if (bottom - from > mostAtOnce) {
    toast.warning(t('At most {{most}} rows can be filled at once.', { most: mostAtOnce }))
    return
  }
  const [source, ...targets] = await grid.lines.read(from, bottom + 1)
  if (!source) return
  const shown = withEdits(source, grid.edits.of(source))
  const columns = grid.columns.slice(left, right + 1).filter(({ editable }) => editable)
  const changes = targets.flatMap((row) =>
    columns.flatMap((column): CellChange[] => {
      const value = plainValue(shown[column.key] ?? null)
      if (canonicalJson(value) === canonicalJson(plainValue(row[column.key] ?? null))) return []
      return [{ row, column, value, label: titleOf(shown[column.key], column.field, shown) ?? undefined }]
    }),
  )
  await writeCells(grid, changes)
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
