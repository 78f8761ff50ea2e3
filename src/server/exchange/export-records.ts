import { invalid } from '#base/app-error.ts'
import type { ExportFormat } from '#contracts/api/exports.ts'
import { querySchema, type Query, type Row } from '#contracts/query.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { invalidInput } from '../http/error-details.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { csvCell, csvLine } from '#base/csv/write-csv.ts'
import { csvText, exportColumns, sheetCell, type ExportColumn } from './export-columns.ts'
import { nameLinks } from './name-links.ts'
import { writeXlsx } from './xlsx/write-xlsx.ts'

export const exportTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
}

/** How a file is written that people open. JSON knows neither. */
export interface FileShape {
  /** Begin a CSV with a byte order mark. */
  bom: boolean
  /** Whose clocks show its moments. */
  zone: string
}

/** Reads the question of an export: a Query as JSON text, of this model, without groups. Throws 422 `invalid`. */
export function exportQuery(model: string, text: string | undefined): Query {
  if (text === undefined) return { model }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid([{ path: 'query', code: 'json', message: `This is no JSON: ${(error as Error).message}` }])
  }
  const parsed = querySchema.safeParse(
    typeof value === 'object' && value !== null && !('model' in value) ? { ...value, model } : value,
  )
  if (!parsed.success) throw invalidInput(parsed.error, 'query')
  const { data } = parsed
  if (data.model !== model)
    throw invalid([{ path: 'query.model', code: 'model', message: 'The address names another model.' }])
  for (const part of ['group', 'aggregate', 'page', 'total'] as const)
    if (data[part] !== undefined)
      throw invalid([
        { path: `query.${part}`, code: 'export', message: 'An export holds rows only, all of them.' },
      ])
  return data
}

const encoder = new TextEncoder()

/** Pages of a question until there are no more, all in the transaction's one snapshot. */
async function* pages(
  context: RecordContext,
  query: Query,
  first: { rows: Row[]; page: { after: string | null } },
  columns: readonly ExportColumn[],
  onRows: (count: number) => void,
): AsyncGenerator<Row[]> {
  let answer = first
  for (;;) {
    yield await nameLinks(context, columns, answer.rows)
    onRows(answer.rows.length)
    const { after } = answer.page
    if (after === null) return
    answer = await ask(context, { ...query, page: { size: 500, after } })
  }
}

async function* csvChunks(
  columns: readonly ExportColumn[],
  rows: AsyncGenerator<Row[]>,
  { bom, zone }: FileShape,
): AsyncGenerator<Uint8Array> {
  yield encoder.encode((bom ? '\uFEFF' : '') + csvLine(columns.map(({ header }) => csvCell(header, false))))
  for await (const page of rows) {
    const lines = page.map((row) =>
      csvLine(
        columns.map((column) => {
          const { text, plain } = csvText(column, row[column.path], zone)
          return csvCell(text, plain)
        }),
      ),
    )
    yield encoder.encode(lines.join(''))
  }
}

async function* jsonChunks(rows: AsyncGenerator<Row[]>): AsyncGenerator<Uint8Array> {
  let separator = '[\n'
  for await (const page of rows) {
    if (page.length === 0) continue
    yield encoder.encode(separator + page.map((row) => JSON.stringify(row)).join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode(separator === '[\n' ? '[]\n' : '\n]\n')
}

async function* lineChunks(rows: AsyncGenerator<Row[]>): AsyncGenerator<Uint8Array> {
  for await (const page of rows)
    if (page.length > 0) yield encoder.encode(`${page.map((row) => JSON.stringify(row)).join('\n')}\n`)
}

/**
 * Answers an export as chunks of the file. Everything goes through the same question compiler as a list, so rows and
 * fields are what this reader sees in a grid. The first page is asked at once: refusals come before the first byte.
 */
export async function exportRecords(
  context: RecordContext,
  model: ModelInfo,
  query: Query,
  format: ExportFormat,
  shape: FileShape,
  onRows: (count: number) => void = () => undefined,
): Promise<AsyncGenerator<Uint8Array>> {
  // A file of records as they are keeps ids; a file for people names what a link leads to.
  const plain = format === 'json' || format === 'jsonl'
  const columns = plain ? [] : await exportColumns(context, model, query.fields)
  const question: Query = plain ? query : { ...query, fields: columns.map(({ path }) => path) }
  if (!plain && query.fields) await ask(context, { ...query, page: { size: 1 } })
  const first = await ask(context, { ...question, page: { size: 500 } })
  const rows = pages(context, question, first, columns, onRows)
  if (format === 'json') return jsonChunks(rows)
  if (format === 'jsonl') return lineChunks(rows)
  if (format === 'csv') return csvChunks(columns, rows, shape)
  const cells = (async function* () {
    for await (const page of rows)
      for (const row of page) yield columns.map((column) => sheetCell(column, row[column.path], shape.zone))
  })()
  const sheet = model.label.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)
  return writeXlsx(
    sheet,
    columns.map(({ header }) => header),
    cells,
  )
}
