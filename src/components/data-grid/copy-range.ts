import type { Row } from '#contracts/query.ts'
import type { Region } from '#ui/format.ts'
import { clipboardText } from '../field/clipboard-text.ts'
import { rangeOf, type Cursor } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { writeTsv } from './tsv.ts'
import { withEdits } from './use-cell-edits.ts'

type Copied = Pick<Grid, 'lines' | 'columns' | 'edits'>

/** The chosen cells for a spreadsheet; null when some of them have not arrived, and `copyFar` must read them first. */
export function copyText(grid: Copied, cursor: Cursor, region: Region): string | null {
  const { top, bottom } = rangeOf(cursor)
  const rows: Row[] = []
  for (let index = Math.max(0, top); index <= bottom; index += 1) {
    const line = grid.lines.list.at(index)
    if (line?.kind !== 'row') continue
    if (!line.row) return null
    rows.push(line.row)
  }
  return rowsAsText(grid, cursor, rows, region)
}

/** Rows as a spreadsheet takes them, with the columns that are chosen. */
export function rowsAsText(
  { columns, edits }: Pick<Grid, 'columns' | 'edits'>,
  cursor: Cursor,
  rows: readonly Row[],
  region: Region,
): string {
  const { left, right } = rangeOf(cursor)
  const chosen = columns.slice(left, right + 1)
  return writeTsv(
    rows.map((row) => {
      const shown = withEdits(row, edits.of(row))
      return chosen.map(({ key, field }) => clipboardText(shown[key], field, shown, region))
    }),
  )
}
