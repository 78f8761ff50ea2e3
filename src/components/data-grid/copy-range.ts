import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import type { Region } from '#ui/format.ts'
import { clipboardText } from '../field/clipboard-text.ts'
import { isNumeric, moneyOf } from '../field/field-traits.ts'
import { rangeOf, type Cursor } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { writeHtmlTable, type TableCell } from './html-table.ts'
import { writeTsv } from './tsv.ts'
import { withEdits } from './use-cell-edits.ts'

type Copied = Pick<Grid, 'lines' | 'columns' | 'edits'>

/** What is put on the clipboard: for spreadsheets and editors of text, and for office programs. */
export interface ClipboardCells {
  text: string
  html: string
}

/** The chosen cells for other programs; null when some of them have not arrived, and `copyFar` must read them first. */
export function copyCells(grid: Copied, cursor: Cursor, region: Region): ClipboardCells | null {
  const { top, bottom } = rangeOf(cursor)
  const rows: Row[] = []
  for (let index = Math.max(0, top); index <= bottom; index += 1) {
    const line = grid.lines.list.at(index)
    if (line?.kind !== 'row') continue
    if (!line.row) return null
    rows.push(line.row)
  }
  return rowsAsCells(grid, cursor, rows, region)
}

/** Rows as other programs take them, with the columns that are chosen. */
export function rowsAsCells(
  { columns, edits }: Pick<Grid, 'columns' | 'edits'>,
  cursor: Cursor,
  rows: readonly Row[],
  region: Region,
): ClipboardCells {
  const { left, right } = rangeOf(cursor)
  const chosen = columns.slice(left, right + 1)
  const cells = rows.map((row) => {
    const shown = withEdits(row, edits.of(row))
    return chosen.map(({ key, field }) => tableCell(shown[key], field, shown, region))
  })
  return {
    text: writeTsv(cells.map((row) => row.map(({ text }) => text))),
    html: writeHtmlTable(cells),
  }
}

/** Types that other programs read themselves: a day as a day, a percentage as a share. */
const readThere = new Set(['date', 'datetime', 'boolean', 'percent', 'duration'])

function tableCell(value: unknown, field: FieldDescription, row: Row, region: Region): TableCell {
  const number = isNumeric(field.type) && !readThere.has(field.type)
  return {
    text: clipboardText(value, field, row, region),
    exact: number ? moneyOf(value).amount : null,
    words: !number && !readThere.has(field.type),
  }
}
