import type { Json } from '#base/json.ts'
import type { Region } from '#ui/format.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import type { GridColumn } from './grid-columns.ts'
import type { ClipboardCells } from './copy-range.ts'
import { at, rangeOf, type Cursor } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { readHtmlTable } from './html-table.ts'
import {
  isByName,
  layPaste,
  namesIn,
  pastedSize,
  readPaste,
  type FindRecord,
  type PastedCell,
} from './read-paste.ts'
import { readTsv } from './tsv.ts'
import { writeCells } from './write-cells.ts'

/** Records one write takes; more are imported as a file. */
export const mostAtOnce = 1000

/**
 * Writes what a spreadsheet put on the clipboard over the cells from the cursor on: all of it in one write, or nothing with
 * the reasons at the cells. The table of a page counts where no text came with it.
 */
export async function pasteRange(
  grid: Grid,
  cursor: Cursor,
  { text, html }: ClipboardCells,
  region: Region,
): Promise<void> {
  const table = text === '' && html !== '' ? readHtmlTable(html) : readTsv(text)
  const range = rangeOf(cursor)
  const top = Math.max(0, range.top)
  const height = pastedSize(range, table).height
  if (height > mostAtOnce) {
    toast.warning(t('At most {{most}} rows can be pasted. Import the file instead.', { most: mostAtOnce }))
    return
  }
  await grid.lines.read(top, top + height)
  const { list } = grid.lines
  const { cells, beyond, added } = layPaste((line) => list.row(line), grid.columns, cursor, table, list.count)
  const mayAdd = grid.groups.length === 0 && (grid.addRows !== null || (grid.model.can.create && !grid.tree))
  if (beyond > 0 || (added.length > 0 && !mayAdd)) {
    const count = beyond > 0 ? beyond : cells.filter(({ row }) => added.includes(row)).length
    toast.warning(t('Nothing was pasted: {{count}} cells lie beyond the list.', { count }))
    return
  }
  // Whoever makes the rows reads their texts: numbers of an outline, titles with the spaces before them.
  const asTexts = cells.filter(
    ({ row, column: { editable, field } }) =>
      grid.addRows && added.includes(row) && (!editable || field.type === 'text'),
  )
  const read = cells.filter((cell) => !asTexts.includes(cell))
  const { changes, refused } = readPaste(read, region, await namedRecords(grid, read))
  if (refused.length > 0) {
    const [first] = refused
    grid.edits.refuse(refused.filter(({ row }) => !added.includes(row)))
    toast.error(t('Nothing was pasted: {{count}} cells cannot take it.', { count: refused.length }), {
      description:
        first && added.includes(first.row)
          ? first.problem
          : t('Each is marked with the reason. Escape takes a mark away.'),
    })
    return
  }
  const create = added
    .map((row) => [
      ...changes.filter((change) => change.row === row),
      ...asTexts
        .filter((cell) => cell.row === row && cell.text.trim() !== '')
        .map(({ column, text: value }) => ({ column, value })),
    ])
    .filter((record) => record.length > 0)
    .map((record) =>
      Object.fromEntries(record.map(({ column, value }): [string, Json] => [column.key, value as Json])),
    )
  if (create.length > 0 && !(await asksToAdd(grid, create.length))) return
  choosePasted(grid, cursor, table)
  const known = changes.filter(({ row }) => !added.includes(row))
  if (!grid.addRows) return void (await writeCells(grid, known, create))
  if (!(await writeCells(grid, known)) || create.length === 0) return
  const last = list.row(list.count - 1)
  grid.addRows(create, last ? String(last['id']) : null)
}

/** What was pasted is chosen, as in a spreadsheet, unless the reader went elsewhere meanwhile. */
function choosePasted(grid: Grid, cursor: Cursor, table: readonly (readonly string[])[]): void {
  const { top, left } = rangeOf(cursor)
  const { height, width } = pastedSize(rangeOf(cursor), table)
  if (grid.marks.read().cursor !== cursor || top < 0) return
  const last = {
    row: Math.min(top + height, grid.lines.list.count) - 1,
    column: Math.min(left + width, grid.columns.length) - 1,
  }
  grid.setCursor({ ...at(top, left), end: last })
}

const asksToAdd = (grid: Grid, count: number): Promise<boolean> =>
  grid.confirm({
    title: t('Add {{count}} records?', { count }),
    text: t('What was copied is longer than the list. The rows past its end become new records.'),
    confirm: t('Add records'),
  })

/** Asks once for the records that pasted texts name, for all of a column together. */
async function namedRecords(grid: Grid, cells: readonly PastedCell[]): Promise<FindRecord> {
  const wanted = new Map<GridColumn, Set<string>>()
  for (const { column, text } of cells) {
    if (!isByName(column) || !column.editable || text.trim() === '') continue
    const names = wanted.get(column) ?? new Set()
    for (const name of namesIn(column, text)) names.add(name)
    wanted.set(column, names)
  }
  const found = new Map<GridColumn, Map<string, string[]>>()
  for (const [column, names] of wanted) {
    const { target, target_title: title } = column.field
    if (!target || !title) continue
    const { rows } = await grid.ask({
      model: target,
      where: { field: title, op: 'in', value: [...names] },
      fields: [title],
      page: { size: 500 },
    })
    const ids = new Map<string, string[]>()
    for (const row of rows) {
      const name = String(row[title])
      ids.set(name, [...(ids.get(name) ?? []), String(row['id'])])
    }
    found.set(column, ids)
  }
  return (column, name) => {
    const ids = found.get(column)?.get(name) ?? []
    const [id] = ids
    if (id === undefined) return { problem: t('There is no “{{name}}”.', { name }) }
    return ids.length > 1
      ? { problem: t('There are several called “{{name}}”. Choose one in the cell.', { name }) }
      : { id }
  }
}
