import Papa from 'papaparse'
import { AppError } from '#base/app-error.ts'
import type { Portion, RowStream } from '../row-stream.ts'
import { headerIndex, maxColumns } from '../table.ts'
import { findEncoding, textChunks } from '../text-chunks.ts'
import { csvDialect, type CsvDialect } from './csv-dialect.ts'
import { restoreCell } from './neutralise-cell.ts'

const newlines = (row: readonly string[]): number => {
  let count = 0
  for (const cell of row)
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count++
  return count
}

interface ParsedRows {
  data: string[][]
  errors: { type: string; row: number; message: string }[]
  meta: { cursor: number }
}

// A row is never longer; beyond it a quote was left open somewhere above.
const longestRow = 4_000_000

const openQuote = (row: number, message: string): AppError =>
  new AppError('invalid', 'A quoted cell is never closed.', {
    details: [{ path: `row.${row}`, code: 'quotes', message }],
  })

/** Rows of delimited text as it comes in; empty ones are left out but counted. */
async function* csvRows(
  chunks: AsyncIterable<string>,
  { delimiter, newline, skip }: CsvDialect,
): AsyncGenerator<{ rows: string[][]; lines: number[] }> {
  const parser = new Papa.Parser({ delimiter, newline })
  let line = skip > 0 ? 2 : 1
  let seen = 0
  let rest = ''
  let left = skip
  const take = (last: boolean): { rows: string[][]; lines: number[] } => {
    const { data, errors, meta } = parser.parse(rest, 0, !last) as ParsedRows
    // What was said of the row that is not complete yet is said again when it is.
    const fault = errors.find(({ type, row }) => type === 'Quotes' && (last || row < data.length))
    if (fault) throw openQuote(seen + fault.row + 1, fault.message)
    rest = last ? '' : rest.slice(meta.cursor)
    if (rest.length > longestRow) throw openQuote(seen + data.length + 1, 'Quoted field unterminated')
    seen += data.length
    const rows: string[][] = []
    const lines: number[] = []
    for (const row of data) {
      if (row.some((cell) => cell !== '' && cell.trim() !== '')) {
        rows.push(row)
        lines.push(line)
      }
      line += 1 + newlines(row)
    }
    return { rows, lines }
  }
  for await (const chunk of chunks) {
    rest += left > 0 ? chunk.slice(left) : chunk
    left = Math.max(0, left - chunk.length)
    yield take(false)
  }
  yield take(true)
}

async function beginningOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) {
    text += chunk
    if (text.length >= 100_000) break
  }
  return text
}

/** Rows from the first fifty on, so that the header is found before the first one is given out. */
async function startOf(rows: AsyncGenerator<Portion>): Promise<Portion> {
  const start: Portion = { rows: [], lines: [] }
  while (start.rows.length < 50) {
    const { done, value } = await rows.next()
    if (done) break
    for (const row of value.rows) start.rows.push(row)
    for (const line of value.lines) start.lines.push(line)
  }
  return start
}

/**
 * Opens delimited text: comma, semicolon, tab or bar, found by trying; quotes, line breaks inside quotes, a `sep=;`
 * line. Empty lines are skipped but counted, so `lines` are those of the file. Throws `invalid` on an open quote.
 */
export async function openCsv(path: string, format: 'csv' | 'tsv'): Promise<RowStream> {
  const encoding = await findEncoding(path)
  const dialect = csvDialect(await beginningOf(textChunks(path, encoding)), format)
  const all = csvRows(textChunks(path, encoding), dialect)
  const start = await startOf(all)
  const top = headerIndex(start.rows)
  const headers = (start.rows[top] ?? []).map((header) => restoreCell(String(header)).trim())
  if (headers.length === 0) throw new AppError('invalid', 'The file holds no table.')
  if (headers.length > maxColumns) throw new AppError('too_large', 'The table has too many columns or cells.')
  return {
    head: { format, headers, dialect: { encoding, delimiter: dialect.delimiter } },
    async *portions() {
      yield restored({ rows: start.rows.slice(top + 1), lines: start.lines.slice(top + 1) })
      for await (const portion of all) yield restored(portion)
    },
  }
}

const restored = ({ rows, lines }: Portion): Portion => ({
  rows: rows.map((row) => row.map((cell) => restoreCell(String(cell)))),
  lines,
})
