import type { Region } from '#ui/format.ts'
import { plainText } from '../field/plain-text.ts'
import { rangeOf, type Cursor } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { writeTsv } from './tsv.ts'

/** The chosen cells for a spreadsheet. */
export function copyRange(
  grid: Pick<Grid, 'items' | 'columns' | 'edits'>,
  cursor: Cursor,
  region: Region,
): string {
  const { top, bottom, left, right } = rangeOf(cursor)
  const columns = grid.columns.slice(left, right + 1)
  return writeTsv(
    grid.items.slice(Math.max(0, top), bottom + 1).flatMap((item) => {
      if (item.kind !== 'row') return []
      const row = grid.edits.shown(item.row)
      return [columns.map(({ key, field }) => plainText(row[key], field, row, region))]
    }),
  )
}
