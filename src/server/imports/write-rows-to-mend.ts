import { AppError } from '#base/app-error.ts'
import { csvCell, csvLine } from '#base/csv/write-csv.ts'
import { sayIn, type Message } from '#base/saying.ts'
import type { RecordContext } from '../records/record-context.ts'
import { wordsOf } from '../names/words-of.ts'
import type { ImportRecord } from './import-row.ts'

interface KeptRow {
  line: number
  cells: string
  why: Message[]
}

const nextRows = `
  select line, max(cells) as cells,
    jsonb_agg(coalesce(said, '{}') || jsonb_build_object('message', message) order by number) as why
  from app.import_errors where tenant_id = $1 and import_id = $2 and line > $3
  group by line having max(cells) is not null order by line limit 1000`

const encoder = new TextEncoder()
const title = 'Mistake'

/**
 * The rows of an import that were left out, as the chunks of a CSV file with the columns of the file they came from, and a last
 * one that says what is wrong in the reader's language. Mended, it is imported as the file was. For whoever uploaded that file;
 * throws 403 for others.
 */
export function rowsToMend(context: RecordContext, row: ImportRecord): AsyncGenerator<Uint8Array> {
  if (row.created_by !== context.caller.userId)
    throw new AppError('forbidden', 'Only whoever uploaded a file can have its rows.')
  return chunksOf(context, row)
}

async function* chunksOf(context: RecordContext, row: ImportRecord): AsyncGenerator<Uint8Array> {
  const { tx, caller } = context
  const say = await wordsOf(caller.language ?? 'en')
  const headers = row.staged?.headers ?? (row.staged?.columns ?? []).map(({ label }) => label)
  // A file that was mended once has the column already.
  const kept = headers.flatMap((header, at) => ([title, say(title)].includes(header) ? [] : [at]))
  const line = (cells: readonly (string | null)[], last: string): string => {
    const more = cells.slice(headers.length).filter((cell) => cell !== null)
    const own = [...kept.map((at) => cells[at] ?? null), last, ...more]
    return csvLine(own.map((cell) => csvCell(cell, false)))
  }
  yield encoder.encode(`\uFEFF${line(headers, say(title))}`)
  for (let after = 0; ;) {
    const { rows } = await tx.query<KeptRow>(nextRows, [caller.tenantId, row.id, after])
    const last = rows.at(-1)
    if (!last) return
    const lines = rows.map(({ cells, why }) =>
      line(JSON.parse(cells) as (string | null)[], why.map((one) => sayIn(one, say)).join(' ')),
    )
    yield encoder.encode(lines.join(''))
    after = last.line
  }
}
