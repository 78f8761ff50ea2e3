import { AppError } from '#base/app-error.ts'
import type { ImportRun } from '#contracts/api/imports.ts'
import type { RowStream } from '../exchange/row-stream.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import {
  inTransfer,
  settleTransfer,
  TransferGone,
  WorkspaceChanged,
  type Transfer,
} from '../transfers/in-transfer.ts'
import { progressWriter } from '../transfers/progress-writer.ts'
import { holdImport, importById, type ImportRecord } from './import-row.ts'
import { importRows, type BadValue } from './import-rows.ts'
import { keepChanged, mostErrors } from './note-import.ts'
import { planImport } from './plan-import.ts'
import { defineModel, releaseModel } from './release-model.ts'
import { rowBatches } from './row-batches.ts'

/** Thrown to take everything back when not every row could be imported. */
export class RejectedImport extends Error {
  readonly bad: readonly BadValue[]
  readonly count: number

  constructor(bad: readonly BadValue[], count: number) {
    super('Some rows could not be imported.')
    this.bad = bad
    this.count = count
  }
}

/** Thrown to take everything back because somebody said stop. */
export class CancelledImport extends Error {}

const finish = `
  update app.imports set status = 'done', position = row_count, done_count = row_count, created_count = $3, updated_count = $4,
    rejected_count = 0, model_key = $5, model_id = $6, routes = $7, release_id = $8, run = $9, updated_at = now(), ended_at = now(),
    request_id = $10
  where tenant_id = $1 and id = $2 and status = 'running'`

// Columns are not given to fields meanwhile: rows that nobody sees yet could not be put into them.
const keepSlots = "select pg_advisory_xact_lock_shared(hashtextextended('app.slots:' || $1, 0))"

/** How often it begins anew because models or rights changed while the rows came in. */
const mostTries = 3

/**
 * Imports all rows or none, in one transaction: model, rows, screens and the note that it is done. Nobody sees anything of
 * it before; a process that dies leaves nothing, and the next one begins from the first row. The workspace is held only
 * for its last step: where models or rights were changed meanwhile, it begins anew by those of now. Throws
 * `RejectedImport` when a row is bad, `CancelledImport` when it was told to stop.
 */
export async function importAtOnce(
  services: Services,
  transfer: Transfer,
  run: ImportRun,
  open: (row: ImportRecord) => Promise<RowStream>,
  signal: AbortSignal,
): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    try {
      await importWhole(services, transfer, run, open, signal)
      return true
    } catch (error) {
      if (!(error instanceof WorkspaceChanged)) throw error
      if (tried === mostTries)
        throw new AppError(
          'invalid',
          'Models or rights were changed again and again while the rows came in, so none was kept. Start the import again.',
        )
    }
  }
}

async function importWhole(
  services: Services,
  transfer: Transfer,
  run: ImportRun,
  open: (row: ImportRecord) => Promise<RowStream>,
  signal: AbortSignal,
): Promise<void> {
  const progress = progressWriter(services, transfer)
  const work = async (opened: RecordContext): Promise<void> => {
    const { tx, caller } = opened
    if (!(await holdImport(tx, transfer.id))) throw new TransferGone()
    await tx.query(keepSlots, [caller.tenantId])
    const row = await importById(opened, transfer.id)
    const plan = planImport(opened, row, run)
    await defineModel(plan.context, plan)
    const stream = await open(row)
    const bad: BadValue[] = []
    let count = 0
    let created = 0
    let updated = 0
    for await (const { rows, upto } of rowBatches(stream, plan.columns, {
      key: run.key,
      withoutKey: run.without_key,
      revision: plan.revision,
    })) {
      if (signal.aborted) throw new TransferGone()
      if (progress.cancelled()) throw new CancelledImport()
      const outcome = await importRows(plan.context, plan.model, plan.columns, rows, {
        key: run.key,
        ...(plan.arbiter && { arbiter: plan.arbiter }),
      })
      created += outcome.created
      updated += outcome.updated
      count += outcome.rejectedCount
      for (const one of outcome.rejected) if (bad.length < mostErrors) bad.push(one)
      await keepChanged(plan.context, transfer.id, outcome.changed)
      progress.tell(upto, count)
    }
    // By the rules of now they might fit, so these are looked at first.
    await settleTransfer(plan.context, transfer, plan.newModel ? 'release' : 'write')
    if (count > 0) throw new RejectedImport(bad, count)
    const { made, releaseId } = await releaseModel(plan.context, plan, run, row.name)
    await tx.query(finish, [
      caller.tenantId,
      transfer.id,
      created,
      updated,
      plan.model.key,
      plan.model.id,
      JSON.stringify(made.routes),
      releaseId,
      JSON.stringify({ request: run, made }),
      tx.requestId,
    ])
  }
  await inTransfer(services, transfer, work, 'apart')
}
