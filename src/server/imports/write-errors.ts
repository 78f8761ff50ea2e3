import { csvCell, csvLine } from '#base/csv/write-csv.ts'
import type { RejectedRow } from '#contracts/api/imports.ts'

const encoder = new TextEncoder()

/** The report of an import's errors as the chunks of a CSV file: row, column, value, reason. */
export async function* csvOfErrors(portions: AsyncIterable<RejectedRow[]>): AsyncGenerator<Uint8Array> {
  yield encoder.encode(`\uFEFF${csvLine(['Row', 'Column', 'Value', 'Reason', 'Now'])}`)
  for await (const rows of portions) yield encoder.encode(rows.map(csvOfError).join(''))
}

const csvOfError = ({ row, path, column = path, value, theirs, message }: RejectedRow): string =>
  csvLine([
    csvCell(String(row), true),
    ...[column, value, message, theirs].map((text) => csvCell(text ?? null, false)),
  ])

/** The same as lines of JSON, each with what it takes to say the reason in the reader's language. */
export async function* linesOfErrors(portions: AsyncIterable<RejectedRow[]>): AsyncGenerator<Uint8Array> {
  for await (const rows of portions)
    yield encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}
