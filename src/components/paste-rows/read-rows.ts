import { readTsv } from '../data-grid/tsv.ts'

/** What a row may hold. */
export interface PasteColumn {
  key: string
  label: string
  names?: readonly string[] | undefined
  kind: 'text' | 'number'
}

export interface ReadRows {
  rows: Record<string, string>[]
  /** The columns that were found, in their order. */
  found: PasteColumn[]
  /** Cells that are no numbers: row from 1, and what stands there. */
  wrong: { row: number; label: string; text: string }[]
}

/**
 * Reads what a spreadsheet put on the clipboard, or a CSV file. A first row that names columns says which they are; else they are taken in
 * their order.
 * @param number reads a number as the reader writes it, null where it is none
 * @example readRows('Walls\t12,5', columns, (text) => parseDecimal(text, 'de')).rows // [{ title: 'Walls', quantity: '12.5' }]
 */
export function readRows(
  text: string,
  columns: readonly PasteColumn[],
  number: (text: string) => string | null,
): ReadRows {
  const told = text.replace(/^\uFEFF/, '')
  const table = readTsv(told, separatorOf(told)).filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const named = (table[0] ?? []).map((cell) => columnNamed(columns, cell))
  const hasHead = named.filter((column) => column !== undefined).length >= Math.min(2, columns.length)
  const places = hasHead ? named : columns
  const wrong: ReadRows['wrong'] = []
  const rows = table.slice(hasHead ? 1 : 0).map((cells, index) => {
    const row: Record<string, string> = {}
    cells.forEach((cell, at) => {
      const column = places[at]
      if (!column || cell.trim() === '') return
      const value = column.kind === 'number' ? number(cell.trim()) : cell
      if (value === null) wrong.push({ row: index + 1, label: column.label, text: cell.trim() })
      else row[column.key] = value
    })
    return row
  })
  return { rows, found: places.filter((column) => column !== undefined), wrong }
}

/** Tabs, as spreadsheets copy; else what parts the first line into most cells. A line of one cell has none. */
function separatorOf(text: string): string {
  if (text.includes('\t')) return '\t'
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  const cells = (separator: string): number => readTsv(first, separator)[0]?.length ?? 0
  return cells(',') > cells(';') ? ',' : ';'
}

function columnNamed(columns: readonly PasteColumn[], cell: string): PasteColumn | undefined {
  const name = cell.trim().toLowerCase()
  return columns.find(({ key, label, names = [] }) =>
    [key, label, ...names].some((one) => one.toLowerCase() === name),
  )
}
