import { AppError, invalid } from '#base/app-error.ts'
import type { RejectedRow } from '#contracts/api/imports.ts'
import type { Table } from '../exchange/table.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { importRows } from './import-rows.ts'
import { matchColumns } from './match-columns.ts'

export interface DirectImport {
  rows: number
  created: number
  updated: number
  rejected: RejectedRow[]
  /** Headers that match no field. */
  ignored: string[]
}

/**
 * Imports a table into a model at once, columns matched by key or label. With `all_or_nothing` one bad row takes
 * everything back: 422 `invalid` whose details name row and field (`rows.7.price`).
 */
export async function importInto(
  context: RecordContext,
  key: string,
  table: Table,
  options: { mode: 'all_or_nothing' | 'skip_bad'; key?: string | undefined },
): Promise<DirectImport> {
  const model = modelFor(context, key, 'create')
  if (options.key !== undefined) modelFor(context, key, 'update')
  if (model.kind !== 'objects') throw new AppError('forbidden', 'Files are imported into your own models.')
  const { columns, ignored } = matchColumns(context, model, table)
  if (columns.length === 0)
    throw invalid([
      { path: 'columns', code: 'unknown_column', message: 'No column of the file matches a field.' },
    ])
  if (options.key !== undefined && !columns.some(({ field }) => field.key === options.key))
    throw invalid([
      { path: 'key', code: 'unknown_field', message: 'The key is none of the imported fields.' },
    ])
  const { rows, created, updated, rejected, rejectedCount } = await importRows(
    context,
    model,
    table,
    columns,
    { key: options.key },
  )
  if (options.mode === 'all_or_nothing' && rejectedCount > 0)
    throw invalid(
      rejected.map(({ row, path, message }) => ({
        path: `rows.${row}${path === '' ? '' : `.${path}`}`,
        code: 'row',
        message,
      })),
    )
  return { rows, created, updated, rejected, ignored }
}
