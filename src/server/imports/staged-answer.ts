import type { StagedImport } from '#contracts/api/imports.ts'
import type { TableHead } from '../exchange/row-stream.ts'
import { cellText, type Cell } from '../exchange/table.ts'
import type { RecordContext } from '../records/record-context.ts'
import { earlierImports } from './earlier-imports.ts'
import type { InferredColumn } from './infer-columns.ts'

/** Rows of a file that are shown before it is imported. */
export const previewRows = 20

// Types whose cells depend on how a file is written.
const read: ReadonlySet<string> = new Set([
  'number',
  'decimal',
  'money',
  'percent',
  'date',
  'datetime',
  'duration',
])

interface StagedFile {
  id: string
  name: string
  head: Omit<TableHead, 'headers'>
  columns: readonly InferredColumn[]
  rows: number
  looked: number
  first: readonly Cell[][]
}

/** What an uploaded file holds, and what became of the reader's earlier ones like it. */
export async function stagedAnswer(context: RecordContext, file: StagedFile): Promise<StagedImport> {
  const { id, name, head, columns, rows, looked, first } = file
  return {
    id,
    name,
    format: head.format,
    ...(head.sheets ? { sheets: head.sheets } : {}),
    ...(head.sheet === undefined ? {} : { sheet: head.sheet }),
    ...(head.dialect ? { dialect: head.dialect } : {}),
    rows,
    looked,
    columns: columns.map(({ index: _index, format: { mark, order }, ...column }) => ({
      ...column,
      ...(read.has(column.type) ? { reads: { mark, order } } : {}),
    })),
    preview: first
      .slice(0, previewRows)
      .map((row) =>
        Object.fromEntries(
          columns.map(({ key, index }) => [key, cellText(row[index])?.slice(0, 500) ?? null]),
        ),
      ),
    before: await earlierImports(
      context,
      columns.map(({ key }) => key),
    ),
  }
}
