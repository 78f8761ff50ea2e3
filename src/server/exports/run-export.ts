import { AppError } from '#base/app-error.ts'
import { inBackground } from '../database/in-background.ts'
import { exportQuery, exportRecords } from '../exchange/export-records.ts'
import type { FileStore } from '../files/file-store.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { languageOfPerson } from '../mail/language-of-person.ts'
import type { Services } from '../services.ts'
import { mayPass, mostAttempts } from '../transfers/failure.ts'
import { englishReasons, reasonsOf } from '../transfers/reasons-of.ts'
import { inTransfer, TransferGone, type Transfer } from '../transfers/in-transfer.ts'
import { progressWriter } from '../transfers/progress-writer.ts'
import { exportById } from './export-row.ts'
import { workspaceArchive } from './workspace-archive.ts'

/** Thrown because somebody said stop. */
class CancelledExport extends Error {}

/** Most bytes of a file: more is not for one download. */
const largest = 8 * 1024 * 1024 * 1024

// The file that is about to be written is named first: a process that dies leaves nothing that nobody knows of.
const begin = `
  update app.exports set attempts = attempts + 1, started_at = now(), storage_key = $3
  where tenant_id = $1 and id = $2 and status = 'running'`

const done = `
  update app.exports set status = 'done', size = $3, done_count = $4, row_count = $4, ended_at = now(), expires_at = now() + make_interval(days => keep_days)
  where tenant_id = $1 and id = $2 and status = 'running' and storage_key = $5`

const ended = `
  update app.exports set status = $3, error = $4, reasons = $5, ended_at = now(), storage_key = null
  where tenant_id = $1 and id = $2 and status = 'running'`

/**
 * Writes a file of what whoever asked for it may see now, in one snapshot, and keeps it for a week, or as its schedule says. A process that dies
 * leaves the file unfinished, and the next one writes it again.
 */
export async function runExport(services: Services, transfer: Transfer, signal: AbortSignal): Promise<void> {
  const store = services.files
  const { tenantId, id } = transfer
  const key = store.newKey(tenantId)
  try {
    const before = await inTransfer(services, transfer, async (context) => {
      const row = await exportById(context, id, true)
      if (row.attempts >= mostAttempts)
        throw new AppError('invalid', 'The export was interrupted again and again.')
      await context.tx.query(begin, [tenantId, id, key])
      return row
    })
    if (before.storage_key !== null) await store.remove(before.storage_key)
    const { size, rows } = await write(services, transfer, store, key, signal)
    await inBackground(services.database, tenantId, (tx) => tx.query(done, [tenantId, id, size, rows, key]))
  } catch (error) {
    await store.remove(key)
    if (error instanceof TransferGone || mayPass(error)) throw error
    const cancelled = error instanceof CancelledExport
    if (!cancelled && !(error instanceof AppError))
      services.log.error('An export failed', { exportId: id, why: String(error) })
    const reasons = cancelled ? null : reasonsOf(error)
    const how = [
      cancelled ? 'cancelled' : 'failed',
      reasons && englishReasons(reasons),
      reasons && JSON.stringify(reasons),
    ]
    await inBackground(services.database, tenantId, (tx) => tx.query(ended, [tenantId, id, ...how]))
  }
}

function write(
  services: Services,
  transfer: Transfer,
  store: FileStore,
  key: string,
  signal: AbortSignal,
): Promise<{ size: number; rows: number }> {
  const progress = progressWriter(services, transfer)
  return inTransfer(
    services,
    transfer,
    async (context) => {
      let rows = 0
      const chunks = await chunksOf(services, context, transfer.id, (count) => {
        rows += count
        progress.tell(rows)
      })
      const watched = async function* (): AsyncGenerator<Uint8Array> {
        for await (const chunk of chunks) {
          if (signal.aborted) throw new TransferGone()
          if (progress.cancelled()) throw new CancelledExport()
          yield chunk
        }
      }
      const { size } = await store.putStream(watched(), largest, key)
      return { size, rows }
    },
    'read',
  )
}

async function chunksOf(
  { files }: Services,
  context: RecordContext,
  id: string,
  onRows: (count: number) => void,
): Promise<AsyncGenerator<Uint8Array>> {
  const { request, format, model_key } = await exportById(context, id)
  if (format === 'zip') return workspaceArchive(context, files, onRows)
  const model = modelFor(context, model_key, 'export')
  const { bom, zone = 'UTC' } = request
  const { tx, caller } = context
  // Whoever asked a plan to ask said nothing of a language: then it is the one their mails are in.
  const language = request.language ?? (await languageOfPerson(tx, caller.tenantId, caller.userId))
  const reading = { ...context, caller: { ...caller, language } }
  return exportRecords(reading, model, exportQuery(model.key, request.query), format, { bom, zone }, onRows)
}
