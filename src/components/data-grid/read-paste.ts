import { canonicalJson } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import type { Region } from '#ui/format.ts'
import { t } from '#ui/translate.ts'
import { clipboardText } from '../field/clipboard-text.ts'
import { valueFromText } from '../field/value-from-text.ts'
import type { GridColumn } from './grid-columns.ts'
import { rangeOf, type Cursor, type Range } from './grid-cursor.ts'
import { plainValue, type CellChange } from './use-cell-edits.ts'

/** One cell a paste meets. */
export interface PastedCell {
  row: Row
  column: GridColumn
  text: string
}

/** What a text stands for where only the server knows: the records of a relation by name. */
export type FindRecord = (column: GridColumn, text: string) => { id: string } | { problem: string }

export interface ReadPaste {
  changes: CellChange[]
  /** Cells that cannot hold what was pasted, with the reason. With one of them nothing is written. */
  refused: (CellChange & { problem: string })[]
}

/**
 * How many cells a paste covers: as many as were copied, or all that are chosen where those hold it several times, as one
 * cell, one row or a pattern of rows does.
 */
export function pastedSize(
  { top, bottom, left, right }: Range,
  cells: readonly (readonly string[])[],
): { height: number; width: number } {
  const wide = Math.max(1, ...cells.map(({ length }) => length))
  const rows = bottom - Math.max(0, top) + 1
  const columns = right - left + 1
  return {
    height: cells.length > 0 && rows % cells.length === 0 ? rows : cells.length,
    width: columns % wide === 0 ? columns : wide,
  }
}

/**
 * Lays what a spreadsheet copied over the cells from the cursor on, over and over where more are chosen. `beyond`: cells for which the list has no column. `added`: as many rows as lie past the end of the
 * list; their cells stand in rows without an id.
 */
export function layPaste(
  rowAt: (line: number) => Row | undefined,
  columns: readonly GridColumn[],
  cursor: Cursor,
  cells: readonly (readonly string[])[],
  count: number,
): { cells: PastedCell[]; beyond: number; added: Row[] } {
  const range = rangeOf(cursor)
  const top = Math.max(0, range.top)
  const { height, width } = pastedSize(range, cells)
  const wide = Math.max(1, ...cells.map(({ length }) => length))
  const found: PastedCell[] = []
  const added: Row[] = []
  let beyond = 0
  for (let down = 0; down < height; down += 1) {
    const known = rowAt(top + down)
    const row = known ?? (top + down >= count ? {} : undefined)
    if (row && !known) added.push(row)
    const line = cells[down % cells.length] ?? []
    // A line that is shorter than the others leaves what stands behind it, unless it comes again there.
    for (let along = 0; along < (width > wide ? width : line.length); along += 1) {
      const column = columns[range.left + along]
      if (row && column) found.push({ row, column, text: line[along % wide] ?? '' })
      else beyond += 1
    }
  }
  return { cells: found, beyond, added }
}

/** Reads pasted texts as values. A text that is what the cell shows already changes nothing, even where it may not be changed. */
export function readPaste(cells: readonly PastedCell[], region: Region, find: FindRecord): ReadPaste {
  const result: ReadPaste = { changes: [], refused: [] }
  for (const { row, column, text } of cells) {
    const { field, key } = column
    if (text.trim() === clipboardText(row[key], field, row, region).trim()) continue
    const refuse = (problem: string): void =>
      void result.refused.push({ row, column, value: text, label: undefined, problem })
    if (!column.editable) {
      refuse(t('This cell cannot be changed here.'))
      continue
    }
    if (isByName(column) && text.trim() !== '') {
      const found = namesIn(column, text).map((name) => find(column, name))
      const problem = found.find((one) => 'problem' in one)
      const ids = found.flatMap((one) => ('id' in one ? [one.id] : []))
      if (problem && 'problem' in problem) refuse(problem.problem)
      else if (field.many) result.changes.push({ row, column, value: ids })
      else result.changes.push({ row, column, value: ids[0] ?? null, label: text.trim() })
      continue
    }
    const read = valueFromText(text, field, region)
    if (!read.ok) refuse(t('“{{text}}” does not fit this column.', { text: text.slice(0, 80) }))
    else if (read.value === null && field.required) refuse(t('Fill in {{field}}.', { field: field.label }))
    else if (canonicalJson(read.value) !== canonicalJson(plainValue(row[key] ?? null)))
      result.changes.push({ row, column, value: read.value })
  }
  return result
}

/** Whether a pasted text names a record of another model. */
export const isByName = ({ field }: GridColumn): boolean =>
  (field.type === 'relation' || field.type === 'user') && Boolean(field.target_title)

/** The names in a pasted text: one, or several with semicolons where the column takes several. */
export const namesIn = ({ field }: GridColumn, text: string): string[] =>
  field.many
    ? text
        .split(';')
        .map((name) => name.trim())
        .filter((name) => name !== '')
    : [text.trim()]
