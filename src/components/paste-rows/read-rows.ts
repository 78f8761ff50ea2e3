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

export interface ReadAs {
  /** It may be what a CSV file holds, whose cells commas or semicolons part; else only tabs do. */
  fromFile?: boolean
  /** The column that a list of one column without a heading is. */
  single?: string | undefined
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
  { fromFile = false, single }: ReadAs = {},
): ReadRows {
  const told = text.replace(/^\uFEFF/, '')
  const table = readTsv(told, fromFile ? separatorOf(told) : '\t').filter((cells) =>
    cells.some((cell) => cell.trim() !== ''),
  )
  const named = (table[0] ?? []).map((cell) => columnNamed(columns, cell))
  const isSingle = table.every((cells) => cells.length === 1)
  const hasHead =
    named.filter((column) => column !== undefined).length >= (isSingle ? 1 : Math.min(2, columns.length))
  const alone = isSingle ? columns.filter(({ key }) => key === single) : []
  const places = hasHead ? named : alone.length > 0 ? alone : columns
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

/** What stands most often in the first row, outside of quotes: tabs, as spreadsheets copy, semicolons or commas. */
function separatorOf(text: string): string {
  const counts = new Map([...'\t;,'].map((separator) => [separator, 0]))
  let inQuotes = false
  let before = '\n'
  for (const letter of text.trimStart()) {
    const count = counts.get(letter)
    if (letter === '"' && (inQuotes || before === '\n' || counts.has(before))) inQuotes = !inQuotes
    else if (inQuotes) continue
    else if (letter === '\n') break
    else if (count !== undefined) counts.set(letter, count + 1)
    before = letter
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

function columnNamed(columns: readonly PasteColumn[], cell: string): PasteColumn | undefined {
  const name = cell.trim().toLowerCase()
  return columns.find(({ key, label, names = [] }) =>
    [key, label, ...names].some((one) => one.toLowerCase() === name),
  )
}
