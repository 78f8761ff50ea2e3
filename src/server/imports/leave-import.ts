import { AppError } from '#base/app-error.ts'
import type { StagedImport } from '#contracts/api/imports.ts'
import { openRows } from '../exchange/open-rows.ts'
import type { Cell } from '../exchange/table.ts'
import type { FileStore } from '../files/file-store.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { ImportRecord } from './import-row.ts'
import { resting } from './start-import.ts'
import { previewRows, stagedAnswer } from './staged-answer.ts'

/** An import of the caller that left nothing behind. */
async function untouched(context: RecordContext, id: string, lock: boolean): Promise<ImportRecord> {
  const row = await resting(context, id, lock)
  if (row.position > 0 || row.created_count + row.updated_count > 0)
    throw new AppError('invalid', 'Some rows were imported already: go on with it, or take them back.')
  return row
}

/**
 * What an uploaded file holds that was never imported, for whoever left it there and comes back. Its columns stay as they
 * were understood; only its first rows are read again. Throws 403, 404, 422, and 425 while it runs.
 */
export async function readStaged(
  context: RecordContext,
  store: FileStore,
  id: string,
): Promise<StagedImport> {
  const { name, format, storage_key, row_count, staged } = await untouched(context, id, false)
  if (storage_key === null || staged === null)
    throw new AppError('invalid', 'The file is gone: upload it again.')
  const stream = await openRows(await store.local(storage_key), name, staged.sheet)
  const first: Cell[][] = []
  for await (const { rows } of stream.portions()) {
    first.push(...rows)
    if (first.length >= previewRows) break
  }
  const { columns, sheet, dialect, looked = row_count } = staged
  const head = { format, ...(sheet !== undefined && { sheet }), ...(dialect && { dialect }) }
  return stagedAnswer(context, { id, name, head, columns, rows: row_count, looked, first })
}

/** Throws an uploaded file away of which nothing was imported. Throws 403, 404, 422, and 425 while it runs. */
export async function discardImport(context: RecordContext, store: FileStore, id: string): Promise<void> {
  const { tx, caller } = context
  const { storage_key } = await untouched(context, id, true)
  await tx.query('delete from app.imports where tenant_id = $1 and id = $2', [caller.tenantId, id])
  tx.afterCommit(async () => {
    if (storage_key !== null) await store.remove(storage_key)
  })
}
