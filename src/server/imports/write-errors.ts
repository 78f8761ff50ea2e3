import { csvCell, csvLine } from '../exchange/csv/write-csv.ts'
import type { RecordContext } from '../records/record-context.ts'

interface KeptError {
  number: number
  line: number
  path: string
  value: string | null
  theirs: string | null
  message: string
}

const page = `
  select number, line, path, value, theirs, message from app.import_errors
  where tenant_id = $1 and import_id = $2 and number > $3 order by number limit 2000`

const encoder = new TextEncoder()

/** The report of an import's errors as the chunks of a CSV file: row, column, value, reason. */
export async function* writeErrors(
  { tx, caller }: RecordContext,
  importId: string,
): AsyncGenerator<Uint8Array> {
  yield encoder.encode(`\uFEFF${csvLine(['Row', 'Column', 'Value', 'Reason', 'Now'])}`)
  let after = 0
  for (;;) {
    const { rows } = await tx.query<KeptError>(page, [caller.tenantId, importId, after])
    if (rows.length === 0) return
    const lines = rows.map(({ line, path, value, theirs, message }) =>
      csvLine([
        csvCell(String(line), true),
        csvCell(path, false),
        csvCell(value, false),
        csvCell(message, false),
        csvCell(theirs, false),
      ]),
    )
    yield encoder.encode(lines.join(''))
    after = rows.at(-1)?.number ?? after
  }
}
