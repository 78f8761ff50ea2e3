import { AppError } from '#base/app-error.ts'
import type { ImportRun } from '#contracts/api/imports.ts'
import type { Caller } from '../database/in-tenant.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { settleImport } from './dead-import.ts'
import { importById } from './import-row.ts'
import { planImport } from './plan-import.ts'
import { runImport } from './run-import.ts'

/**
 * Checks an import and starts it once this transaction is committed; it goes on after the answer. A failed one may be
 * started again, with another mapping. Throws 403, 404, 422, and 425 `in_progress` while it runs.
 */
export async function startImport(
  context: RecordContext,
  services: Services,
  caller: Caller,
  id: string,
  run: ImportRun,
): Promise<void> {
  const row = await settleImport(context.tx, services, caller.tenantId, await importById(context, id, true))
  if (row.status === 'running') throw new AppError('in_progress', 'This import is running already.')
  if (row.status === 'done' || row.status === 'undone')
    throw new AppError('invalid', 'This file was imported already: upload it again.')
  planImport(context, row, run)
  await context.tx.query(
    `update app.imports set status = 'running', run = $3, model_key = $4, done_count = 0, error = null, rejected = '[]', rejected_count = 0, heartbeat_at = now(), updated_at = now()
     where tenant_id = $1 and id = $2`,
    [
      caller.tenantId,
      id,
      JSON.stringify({ request: run }),
      'model' in run.target ? run.target.model : run.target.new_model.key,
    ],
  )
  context.tx.afterCommit(async () => void runImport(services, caller, id, run))
}
