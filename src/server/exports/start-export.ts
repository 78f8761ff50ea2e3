import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { ExportRequest } from '#contracts/api/exports.ts'
import { exportQuery } from '../exchange/export-records.ts'
import { titledFileName } from '../files/content-disposition.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { recordExport } from './record-export.ts'
import { wakeTransfers } from '../transfers/wake-transfers.ts'
import { everything, mayTakeEverything } from './export-workspace.ts'
import { exportById, type ExportRecord } from './export-row.ts'

/** A list up to this many rows is downloaded at once. */
const small = 20_000
/** So many exports of one person at a time; more wait until one is done. */
const mostRunning = 5

const insert = `
  insert into app.exports (tenant_id, id, name, model_key, format, request, row_count, created_by, token_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

/**
 * Has an export made in the background once this transaction is committed. The question is checked now and asked later,
 * with the rights of then. Null when only large lists were meant and this is none. Throws as a list does, 403 and 422.
 */
export async function startExport(
  context: RecordContext,
  request: ExportRequest,
): Promise<ExportRecord | null> {
  const { tx, caller } = context
  if (caller.preview) throw new AppError('forbidden', 'A preview only looks.')
  const model = modelFor(context, request.model, 'export')
  const query = exportQuery(model.key, request.query)
  // An estimate of a list that was never analysed can be far too low: a large one would then be downloaded at once.
  const { total = 0 } = await ask(context, { ...query, page: { size: 1 }, total: 'exact' })
  if (request.only_large && total <= small) return null
  const { rows } = await tx.query<{ running: number }>(
    "select count(*)::int as running from app.exports where tenant_id = $1 and created_by = $2 and status = 'running'",
    [caller.tenantId, caller.userId],
  )
  if ((rows[0]?.running ?? 0) >= mostRunning)
    throw new AppError('rate_limited', 'Wait until one of your exports is done.')
  const id = newId()
  const name = titledFileName(request.name ?? model.label, request.format)
  await tx.query(insert, [
    caller.tenantId,
    id,
    name,
    model.key,
    request.format,
    JSON.stringify({ ...request, ...(caller.language && { language: caller.language }) }),
    total,
    caller.userId,
    caller.token?.id ?? null,
  ])
  await recordExport(context, id, { model: model.key, format: request.format, query: request.query ?? null })
  tx.afterCommit(async () => wakeTransfers())
  return exportById(context, id)
}

const stop = `
  update app.exports set cancel_requested = true, status = case when $3 then 'cancelled' else status end, ended_at = case when $3 then now() end
  where tenant_id = $1 and id = $2`

/** Asks a running export to stop; one that waits for its turn stops at once. */
export async function cancelExport(context: RecordContext, id: string): Promise<ExportRecord> {
  const { status, waiting } = await exportById(context, id, true)
  if (status !== 'running') throw new AppError('invalid', 'This export does not run.')
  await context.tx.query(stop, [context.caller.tenantId, id, waiting])
  return exportById(context, id)
}

const again = `
  update app.exports set status = 'running', error = null, reasons = null, attempts = 0, cancel_requested = false, done_count = 0, size = null,
    started_at = null, ended_at = null, expires_at = null, token_id = $3
  where tenant_id = $1 and id = $2`

/** Makes an export again, from the first row. */
export async function retryExport(context: RecordContext, id: string): Promise<ExportRecord> {
  const { caller, tx } = context
  const row = await exportById(context, id, true)
  if (row.status === 'running') throw new AppError('in_progress', 'This export is running already.')
  if (row.status === 'done') throw new AppError('invalid', 'This export is there already: download it.')
  if (row.model_key === everything) mayTakeEverything(context)
  else modelFor(context, row.model_key, 'export')
  await tx.query(again, [caller.tenantId, id, caller.token?.id ?? null])
  await recordExport(context, id, { model: row.model_key, format: row.format })
  tx.afterCommit(async () => wakeTransfers())
  return exportById(context, id)
}
