import Papa from 'papaparse'
import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { findHeader } from '../find-header.ts'
import type { Portion, RowStream } from '../row-stream.ts'
import { findEncoding, textChunks } from '../text-chunks.ts'
import { csvDialect, type CsvDialect } from './csv-dialect.ts'
import { restoreCell } from '#base/csv/neutralise-cell.ts'

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

const openQuote = (row: number): AppError =>
  new AppError('invalid', 'A quoted cell is never closed.', {
    details: [
      {
        path: `row.${row}`,
        code: 'quotes',
        ...saying(
          'Row {{row}} opens a quotation mark (") that is not closed as it should be. Put it right, or save the file anew from the spreadsheet.',
          { row },
        ),
      },
    ],
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
    if (fault) throw openQuote(seen + fault.row + 1)
    rest = last ? '' : rest.slice(meta.cursor)
    if (rest.length > longestRow) throw openQuote(seen + data.length + 1)
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

/**
 * Opens delimited text: comma, semicolon, tab or bar, found by trying; quotes, line breaks inside quotes, a `sep=;`
 * line. Empty lines are skipped but counted, so `lines` are those of the file. Throws `invalid` on an open quote.
 */
export async function openCsv(path: string, format: 'csv' | 'tsv'): Promise<RowStream> {
  const encoding = await findEncoding(path)
  const dialect = csvDialect(await beginningOf(textChunks(path, encoding)), format)
  const { headers, below } = await findHeader(csvRows(textChunks(path, encoding), dialect))
  return {
    head: {
      format,
      headers: headers.map((header) => restoreCell(header).trim()),
      dialect: { encoding, delimiter: dialect.delimiter },
    },
    async *portions() {
      for await (const portion of below()) yield restored(portion)
    },
  }
}

const restored = ({ rows, lines }: Portion): Portion => ({
  rows: rows.map((row) => row.map((cell) => restoreCell(String(cell)))),
  lines,
})
