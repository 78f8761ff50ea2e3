import { AppError } from '#base/app-error.ts'
import type { ImportRun } from '#contracts/api/imports.ts'
import type { RecordContext } from '../records/record-context.ts'
import { wakeTransfers } from '../transfers/wake-transfers.ts'
import { importById, type ImportRecord } from './import-row.ts'
import { planImport } from './plan-import.ts'

const start = `
  update app.imports set status = 'running', run = $3, model_key = $4, position = 0, done_count = 0, created_count = 0, updated_count = 0,
    rejected_count = 0, error = null, reasons = null, attempts = 0, cancel_requested = false, started_at = null, ended_at = null,
    heartbeat_at = now(), updated_at = now(), request_id = $2::text, token_id = $5
  where tenant_id = $1 and id = $2`

const again = `
  update app.imports set status = 'running', error = null, reasons = null, attempts = 0, cancel_requested = false, started_at = case when position = 0 then null else started_at end,
    ended_at = null, heartbeat_at = now(), updated_at = now(), token_id = $3,
    rejected_count = case when position = 0 then 0 else rejected_count end
  where tenant_id = $1 and id = $2`

const forgetErrors = 'delete from app.import_errors where tenant_id = $1 and import_id = $2'

/** An import at rest, held for a change of its state unless it is only looked at; 425 while it runs, 422 when it has been done. */
export async function resting(context: RecordContext, id: string, lock = true): Promise<ImportRecord> {
  const row = await importById(context, id, lock)
  if (row.status === 'running') throw new AppError('in_progress', 'This import is running already.')
  if (row.status === 'done' || row.status === 'undone')
    throw new AppError('invalid', 'This file was imported already: upload it again.')
  // It goes on in the name of whoever uploaded it, so nobody else may say what becomes of it.
  if (row.created_by !== context.caller.userId)
    throw new AppError('forbidden', 'Only whoever uploaded a file can import it.')
  return row
}

/**
 * Checks an import and has it begun once this transaction is committed; it goes on after the answer. One that left nothing
 * behind may be started anew, with another mapping. Throws 403, 404, 422, and 425 `in_progress` while it runs.
 */
export async function startImport(context: RecordContext, id: string, run: ImportRun): Promise<void> {
  const { tx, caller } = context
  const row = await resting(context, id)
  if (row.position > 0)
    throw new AppError('invalid', 'Some rows were imported already: go on with it, or take them back.')
  planImport(context, row, run)
  await tx.query(forgetErrors, [caller.tenantId, id])
  const key = 'model' in run.target ? run.target.model : run.target.new_model.key
  await tx.query(start, [
    caller.tenantId,
    id,
    JSON.stringify({ request: run }),
    key,
    caller.token?.id ?? null,
  ])
  tx.afterCommit(async () => wakeTransfers())
}

/** Goes on with an import that failed or was cancelled where it stopped; all or nothing, from the first row. */
export async function retryImport(context: RecordContext, id: string): Promise<ImportRecord> {
  const { tx, caller } = context
  const row = await resting(context, id)
  if (row.status === 'staged') throw new AppError('invalid', 'This import was not started yet.')
  if (row.storage_key === null) throw new AppError('invalid', 'The file is gone: upload it again.')
  if (row.position === 0) await tx.query(forgetErrors, [caller.tenantId, id])
  await tx.query(again, [caller.tenantId, id, caller.token?.id ?? null])
  tx.afterCommit(async () => wakeTransfers())
  return importById(context, id)
}

/** Asks a running import to stop; it does after the rows it is at. */
export async function cancelImport(context: RecordContext, id: string): Promise<ImportRecord> {
  const { tx, caller } = context
  // Looked at first: 404 for what one may not see.
  await importById(context, id)
  const { rowCount } = await tx.query(
    "update app.imports set cancel_requested = true where tenant_id = $1 and id = $2 and status = 'running'",
    [caller.tenantId, id],
  )
  if (rowCount === 0) throw new AppError('invalid', 'This import does not run.')
  return importById(context, id)
}
