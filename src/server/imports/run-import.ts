import { AppError } from '#base/app-error.ts'
import { openRows } from '../exchange/open-rows.ts'
import type { RowStream } from '../exchange/row-stream.ts'
import { inBackground } from '../database/in-background.ts'
import type { Services } from '../services.ts'
import { mayPass, mostAttempts } from '../transfers/failure.ts'
import { inTransfer, TransferGone, type Transfer } from '../transfers/in-transfer.ts'
import { englishReasons, reasonsOf } from '../transfers/reasons-of.ts'
import { CancelledImport, importAtOnce, RejectedImport } from './import-at-once.ts'
import { importInSteps } from './import-in-steps.ts'
import { importById, type ImportRecord } from './import-row.ts'
import { keepErrors } from './note-import.ts'

const begin = `
  update app.imports set attempts = attempts + 1, started_at = coalesce(started_at, now()), heartbeat_at = now()
  where tenant_id = $1 and id = $2 and status = 'running'`

const ended = `
  update app.imports set status = $3, error = $4, reasons = $6, updated_at = now(), ended_at = now(),
    rejected_count = coalesce($5, rejected_count), done_count = case when position = 0 then 0 else done_count end
  where tenant_id = $1 and id = $2 and status = 'running'`

/** Notes how an import ended that did not end well, on nobody's behalf: that its maker is gone may be why. */
function fail({ database }: Services, { tenantId, id }: Transfer, error: unknown): Promise<unknown> {
  const rejected = error instanceof RejectedImport ? error : null
  const cancelled = error instanceof CancelledImport
  return inBackground(database, tenantId, async (tx) => {
    if (rejected) await keepErrors({ tx, caller: { tenantId } }, id, rejected.bad, 0)
    const reasons = cancelled ? null : rejected ? [{ message: rejected.message }] : reasonsOf(error)
    const values = [
      cancelled ? 'cancelled' : 'failed',
      reasons && englishReasons(reasons),
      rejected?.count ?? null,
      reasons && JSON.stringify(reasons),
    ]
    await tx.query(ended, [tenantId, id, ...values])
  })
}

async function open(services: Services, row: ImportRecord): Promise<RowStream> {
  if (row.storage_key === null) throw new AppError('invalid', 'The file is gone: upload it again.')
  return openRows(await services.files.local(row.storage_key), row.name, row.staged?.sheet)
}

/**
 * Does a started import to its end and notes how it ended. What may pass is thrown, to be tried again; everything else
 * ends it. Bad rows skipped, it goes on where it stopped; all or nothing, it begins again.
 */
export async function runImport(services: Services, transfer: Transfer, signal: AbortSignal): Promise<void> {
  try {
    const row = await inTransfer(services, transfer, async (context) => {
      await context.tx.query(begin, [transfer.tenantId, transfer.id])
      return importById(context, transfer.id)
    })
    if (row.attempts > mostAttempts)
      throw new AppError('invalid', 'The import was interrupted again and again.')
    const run = row.run?.request
    if (!run) throw new AppError('invalid', 'Nobody said what becomes of the columns.')
    const work = run.mode === 'skip_bad' ? importInSteps : importAtOnce
    const done = await work(services, transfer, run, (found) => open(services, found), signal)
    if (done && row.storage_key !== null) await removeFile(services, transfer, row.storage_key)
  } catch (error) {
    if (error instanceof TransferGone || mayPass(error)) throw error
    if (
      !(error instanceof RejectedImport) &&
      !(error instanceof CancelledImport) &&
      !(error instanceof AppError)
    )
      services.log.error('An import failed', { importId: transfer.id, why: String(error) })
    await fail(services, transfer, error)
  }
}

const forgetFile = `
  update app.imports set storage_key = null where tenant_id = $1 and id = $2 and status = 'done'`

/** The bytes go first: a process that dies in between leaves a row that says where they were. */
async function removeFile(
  { database, files }: Services,
  { tenantId, id }: Transfer,
  key: string,
): Promise<void> {
  await files.remove(key)
  await inBackground(database, tenantId, (tx) => tx.query(forgetFile, [tenantId, id]))
}
