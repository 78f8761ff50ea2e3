import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import type { Region } from '#ui/format.ts'
import type { Row } from '#contracts/query.ts'
import { valueFromText } from '../field/value-from-text.ts'
import type { GridColumn } from './grid-columns.ts'
import { rangeOf, type Cursor } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { readTsv } from './tsv.ts'

interface Change {
  row: Row
  column: GridColumn
  value: unknown
}

/** Writes what a spreadsheet put on the clipboard over the cells from the cursor on. One cell fills the whole range. */
export async function pasteRange(grid: Grid, cursor: Cursor, text: string, region: Region): Promise<void> {
  const { changes, skipped } = readPaste(grid, cursor, readTsv(text), region)
  const taken = await Promise.all(
    changes.map(({ row, column, value }) => grid.edits.save(row, column, value)),
  )
  const refused = taken.filter((one) => !one).length
  if (changes.length - refused > 0)
    toast.success(t('{{count}} cells changed', { count: changes.length - refused }))
  if (refused > 0)
    toast.error(t('{{count}} cells were refused', { count: refused }), {
      description: t('They are marked with the reason.'),
    })
  if (skipped > 0)
    toast.warning(t('{{count}} cells were left as they were', { count: skipped }), {
      description: t('They cannot be changed here, or the text does not fit the column.'),
    })
}

/** Which cells a paste changes, and how many it cannot. */
export function readPaste(
  grid: Pick<Grid, 'items' | 'columns'>,
  cursor: Cursor,
  cells: readonly (readonly string[])[],
  region: Region,
): { changes: Change[]; skipped: number } {
  const range = rangeOf(cursor)
  const single = cells.length === 1 && cells[0]?.length === 1
  const height = single ? range.bottom - range.top + 1 : cells.length
  const changes: Change[] = []
  let skipped = 0
  for (let down = 0; down < height; down += 1) {
    const item = grid.items[Math.max(0, range.top) + down]
    const line = single ? cells[0] : cells[down]
    const width = single ? range.right - range.left + 1 : (line?.length ?? 0)
    for (let along = 0; along < width; along += 1) {
      const column = grid.columns[range.left + along]
      const read = column && valueFromText((single ? line?.[0] : line?.[along]) ?? '', column.field, region)
      if (item?.kind === 'row' && column?.editable && read?.ok)
        changes.push({ row: item.row, column, value: read.value })
      else skipped += 1
    }
  }
  return { changes, skipped }
}
