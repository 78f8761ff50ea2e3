import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import { requirePresence } from '../access/require-presence.ts'
import type { RecordContext } from '../records/record-context.ts'
import { requireOwner } from '../tenants/hand-over-tenant.ts'
import { wakeTransfers } from '../transfers/wake-transfers.ts'
import { exportById, type ExportRecord } from './export-row.ts'
import { recordExport } from './record-export.ts'

/** Stands for the model in exports of everything; no model can be called so. */
export const everything = '*'

const insert = `
  insert into app.exports (tenant_id, id, name, model_key, format, request, row_count, created_by)
  values ($1, $2, $3, $4, 'zip', '{}', 0, $5)`

/**
 * Has everything the workspace holds put into one archive in the background. Throws 403 unless the caller owns it and signed
 * in within the hour, 429 while another one is made.
 */
export async function exportWorkspace(context: RecordContext): Promise<ExportRecord> {
  const { tx, caller } = context
  mayTakeEverything(context)
  const { rows } = await tx.query<{ running: number }>(
    "select count(*)::int as running from app.exports where tenant_id = $1 and format = 'zip' and status = 'running'",
    [caller.tenantId],
  )
  if ((rows[0]?.running ?? 0) > 0) throw new AppError('rate_limited', 'Everything is being exported already.')
  const id = newId()
  await tx.query(insert, [caller.tenantId, id, `${caller.tenantName}.zip`, everything, caller.userId])
  await recordExport(context, id, { model: everything, format: 'zip' })
  tx.afterCommit(async () => wakeTransfers())
  return exportById(context, id)
}

/** Lets through an owner who is there. */
export function mayTakeEverything({ caller }: Pick<RecordContext, 'caller'>): void {
  requireOwner(caller)
  requirePresence(caller)
}
