import { AppError, invalid } from '#base/app-error.ts'
import { messageOf } from '#base/saying.ts'
import type { RejectedRow } from '#contracts/api/imports.ts'
import type { RowStream } from '../exchange/row-stream.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { importRows } from './import-rows.ts'
import { inZone, type InferredColumn } from './infer-columns.ts'
import { matchColumns, revisionColumn } from './match-columns.ts'
import { rowBatches } from './row-batches.ts'

export interface DirectImport {
  rows: number
  created: number
  updated: number
  /** The first 1,000. */
  rejected: RejectedRow[]
  /** Headers that match no field. */
  ignored: string[]
}

const mostRejected = 1000

/**
 * Imports a file into a model at once, columns matched by key or label. With `all_or_nothing` one bad row takes
 * everything back: 422 `invalid` whose details name row and field (`rows.7.price`).
 */
export async function importInto(
  context: RecordContext,
  modelKey: string,
  file: { stream: RowStream; columns: readonly InferredColumn[]; count: number },
  {
    mode,
    key,
    withoutKey,
    zone,
  }: {
    mode: 'all_or_nothing' | 'skip_bad'
    key?: string | undefined
    withoutKey?: 'refuse' | 'create'
    zone?: string | undefined
  },
): Promise<DirectImport> {
  const model = modelFor(context, modelKey, 'create')
  if (key !== undefined) modelFor(context, modelKey, 'update')
  if (model.kind !== 'objects') throw new AppError('forbidden', 'Files are imported into your own models.')
  const inferred = file.columns.map((column) => ({ ...column, format: inZone(column.format, zone) }))
  const { columns, ignored } = matchColumns(context, model, file.stream.head.headers, inferred, key)
  if (columns.length === 0)
    throw invalid([
      { path: 'columns', code: 'unknown_column', message: 'No column of the file matches a field.' },
    ])
  if (key !== undefined && !columns.some(({ field }) => field.key === key))
    throw invalid([
      { path: 'key', code: 'unknown_field', message: 'The key is none of the imported fields.' },
    ])
  const told: DirectImport = { rows: file.count, created: 0, updated: 0, rejected: [], ignored }
  // A file that came from an export holds the revision of each record: what somebody changed since stays.
  const revision = key === undefined ? null : revisionColumn(file.stream.head.headers)
  const batches = rowBatches(file.stream, columns, { key, withoutKey, revision })
  for await (const { rows } of batches) {
    const { created, updated, rejected } = await importRows(context, model, columns, rows, {
      key,
      ...(revision !== null && { arbiter: { conflicts: 'skip' as const } }),
    })
    told.created += created
    told.updated += updated
    for (const { theirs, value, cells: _cells, ...what } of rejected)
      if (told.rejected.length < mostRejected)
        told.rejected.push({ ...what, ...(theirs !== null && { value, theirs }) })
  }
  if (mode === 'all_or_nothing' && told.rejected.length > 0)
    throw invalid(
      told.rejected.map(({ row, path, ...what }) => ({
        path: `rows.${row}${path === '' ? '' : `.${path}`}`,
        code: 'row',
        ...messageOf(what),
      })),
    )
  return told
}
