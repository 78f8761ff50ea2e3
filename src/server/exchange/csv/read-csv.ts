import Papa from 'papaparse'
import { AppError } from '#base/app-error.ts'
import { headerIndex, maxCells, maxColumns, type Table } from '../table.ts'
import { restoreCell } from './neutralise-cell.ts'

const newlines = (row: readonly string[]): number => {
  let count = 0
  for (const cell of row)
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count++
  return count
}

const delimiters = [',', ';', '\t', '|'] as const

/** The delimiter that cuts the first lines most evenly into more than one cell; a comma when none does. */
function delimiterOf(text: string): string {
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const { data } = Papa.parse<string[]>(text.slice(0, 100_000), {
      delimiter,
      preview: 50,
      skipEmptyLines: 'greedy',
    })
    const widths = data.map((row) => row.length)
    const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
    const score =
      usual === 1
        ? 0
        : (widths.filter((width) => width === usual).length / widths.length) * 100 + Math.min(usual, 50)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/**
 * Reads delimited text: comma, semicolon, tab or bar, found by trying; quotes, line breaks inside quotes, a `sep=;`
 * line. Empty lines are skipped but counted, so `lines` are those of the file. Throws `invalid` on an open quote.
 */
export function readCsv(text: string, format: 'csv' | 'tsv'): Table {
  const told = /^sep=(.)\r?\n/i.exec(text)
  const body = told ? text.slice(told[0].length) : text
  const delimiter = told?.[1] ?? (format === 'tsv' ? '\t' : delimiterOf(body))
  const parsed = Papa.parse<string[]>(body, { delimiter })
  const open = parsed.errors.find((error) => error.type === 'Quotes')
  if (open)
    throw new AppError('invalid', 'A quoted cell is never closed.', {
      details: [{ path: `row.${(open.row ?? 0) + 1}`, code: 'quotes', message: open.message }],
    })

  const rows: string[][] = []
  const lines: number[] = []
  let line = told ? 2 : 1
  let cells = 0
  for (const row of parsed.data) {
    if (row.some((cell) => cell.trim() !== '')) {
      rows.push(row)
      lines.push(line)
      cells += row.length
    }
    line += 1 + newlines(row)
  }
  const top = headerIndex(rows)
  const headers = (rows[top] ?? []).map((header) => restoreCell(header).trim())
  if (headers.length === 0) throw new AppError('invalid', 'The file holds no table.')
  if (headers.length > maxColumns || cells > maxCells)
    throw new AppError('too_large', 'The table has too many columns or cells.')
  return {
    format,
    headers,
    rows: rows.slice(top + 1).map((row) => row.map((cell) => restoreCell(cell))),
    lines: lines.slice(top + 1),
    delimiter,
  }
}
