import type { ImportMapping, ImportRun } from '#contracts/api/imports.ts'
import type { RowStream } from '../exchange/row-stream.ts'
import type { DraftChecker } from '../records/create-objects.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { inTransfer, TransferGone, type Transfer } from '../transfers/in-transfer.ts'
import { importById, type ImportRecord } from './import-row.ts'
import { checkAhead, importRows, type RowsAhead } from './import-rows.ts'
import { keepChanged, keepConflicts, keepErrors } from './note-import.ts'
import { planImport } from './plan-import.ts'
import { releaseModel } from './release-model.ts'
import { rowBatches, type RowBatch } from './row-batches.ts'

/** The same run once the model it makes is there: its columns fill that model's fields. */
function intoMade(run: ImportRun, made: string): ImportRun {
  const columns = run.columns?.map((column): ImportMapping =>
    'field' in column ? { source: column.source, to: column.field.key } : column,
  )
  return { ...run, target: { model: made }, ...(columns && { columns }) }
}

const afterModel = `
  update app.imports set model_key = $3, model_id = $4, routes = $5, release_id = $6, run = $7, request_id = $8, updated_at = now()
  where tenant_id = $1 and id = $2 and status = 'running'`

/** The import as it stands now, held until the transaction ends. */
async function held(context: RecordContext, id: string): Promise<ImportRecord> {
  const row = await importById(context, id, true)
  if (row.status !== 'running') throw new TransferGone()
  return row
}

/** Makes the model and its screens, once. Answers the run as it is to be done from then on. */
function prepare(services: Services, transfer: Transfer, run: ImportRun): Promise<ImportRun> {
  return inTransfer(
    services,
    transfer,
    async (context) => {
      const row = await held(context, transfer.id)
      const { made } = row.run ?? {}
      if (made?.model != null) return intoMade(run, made.model)
      const plan = planImport(context, row, run)
      const released = await releaseModel(plan.context, plan, run, row.name)
      await context.tx.query(afterModel, [
        context.caller.tenantId,
        transfer.id,
        plan.model.key,
        plan.model.id,
        JSON.stringify(released.made.routes),
        released.releaseId,
        JSON.stringify({ request: run, made: released.made }),
        context.tx.requestId,
      ])
      return released.made.model === null ? run : intoMade(run, released.made.model)
    },
    'new_model' in run.target ? 'release' : 'write',
  )
}

const advance = `
  update app.imports set position = $3, done_count = $3, created_count = created_count + $4, updated_count = updated_count + $5,
    rejected_count = rejected_count + $6, attempts = 0, heartbeat_at = now(), updated_at = now()
  where tenant_id = $1 and id = $2`

const end = `
  update app.imports set status = $3, updated_at = now(), ended_at = now(),
    done_count = case when $3 = 'done' then row_count else done_count end
  where tenant_id = $1 and id = $2 and status = 'running'`

interface NextBatch extends RowBatch {
  ahead: RowsAhead | null
}

/** One batch with its position in one transaction. Answers by whom and what it was checked; null when the import is to stop. */
function step(
  services: Services,
  transfer: Transfer,
  run: ImportRun,
  { rows, upto, ahead }: NextBatch,
  from: number,
): Promise<DraftChecker | null> {
  return inTransfer(services, transfer, async (context) => {
    const row = await held(context, transfer.id)
    // Another process got on with it while this one was away.
    if (row.position !== from) throw new TransferGone()
    const place = [context.caller.tenantId, transfer.id]
    if (row.cancel_requested) {
      await context.tx.query(end, [...place, 'cancelled'])
      return null
    }
    // With the rights and the model of now: both may have changed since the last batch.
    const { model, columns, arbiter } = planImport(context, row, run)
    const outcome = await importRows(context, model, columns, rows, {
      key: run.key,
      ahead,
      ...(arbiter && { arbiter }),
    })
    await keepChanged(context, transfer.id, outcome.changed)
    if (run.conflicts === 'ask') await keepConflicts(context, transfer.id, outcome.conflicts)
    if (outcome.rejected.length > 0) {
      const { rows: kept } = await context.tx.query<{ kept: number }>(
        'select coalesce(max(number), 0) as kept from app.import_errors where tenant_id = $1 and import_id = $2',
        place,
      )
      await keepErrors(context, transfer.id, outcome.rejected, kept[0]?.kept ?? 0)
    }
    await context.tx.query(advance, [...place, upto, outcome.created, outcome.updated, outcome.rejectedCount])
    const { workspace, access, caller } = context
    return { workspace, access, caller }
  })
}

/**
 * Imports what fits, batch by batch, each with its position in one transaction beside other writers. Killed anywhere, it
 * goes on after the last batch that was committed: each row counts exactly once. Bad rows are left out and noted. Answers
 * whether it came to its end; false when it was told to stop.
 */
export async function importInSteps(
  services: Services,
  transfer: Transfer,
  asked: ImportRun,
  open: (row: ImportRecord) => Promise<RowStream>,
  signal: AbortSignal,
): Promise<boolean> {
  const run = await prepare(services, transfer, asked)
  const { row, model, columns, revision, first } = await inTransfer(
    services,
    transfer,
    async (context) => {
      const found = await importById(context, transfer.id)
      const { workspace, access, caller } = context
      return { row: found, ...planImport(context, found, run), first: { workspace, access, caller } }
    },
    'read',
  )
  const stream = await open(row)
  const batches = rowBatches(stream, columns, {
    key: run.key,
    withoutKey: run.without_key,
    from: row.position,
    revision,
  })
  let by: DraftChecker = first
  let from = row.position
  // The next rows are read and checked while the database writes the ones before.
  const read = async (): Promise<NextBatch | null> => {
    const { done, value } = await batches.next()
    if (done) return null
    return { ...value, ahead: await checkAhead(by, model, columns, value.rows, run.key) }
  }
  let coming = read()
  try {
    for (let batch = await coming; batch !== null; batch = await coming) {
      if (signal.aborted) return false
      const writing = step(services, transfer, run, batch, from)
      coming = read()
      // Whichever fails first is told; the other one is not left unheard.
      coming.catch(() => undefined)
      const checker = await writing
      if (checker === null) return false
      by = checker
      from = batch.upto
    }
    await inTransfer(services, transfer, async (context) => {
      const last = await held(context, transfer.id)
      if (last.position !== from) throw new TransferGone()
      await context.tx.query(end, [context.caller.tenantId, transfer.id, 'done'])
    })
    return true
  } finally {
    await coming.catch(() => undefined)
    await batches.return(undefined)
  }
}
