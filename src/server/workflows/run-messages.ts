import { AppError, invalid } from '#base/app-error.ts'
import type { RunMessage } from '#contracts/api/workflows.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'
import { holdRun } from './change-run.ts'

const list = `
  select id, step, channel, name, status, attempts, reasons,
    case when status = 'waiting' and attempts > 0 then to_json(next_at)#>>'{}' end as next_at,
    to_json(sent_at)#>>'{}' as sent_at
  from app.outgoing_messages where tenant_id = $1 and run_id = $2 
  order by array_position(array['failed', 'waiting', 'sent'], status), step, channel, name, id`

/** The mails and text messages a run has written and what became of them: what did not leave first, then in the order of its steps. */
export const messagesOfRun = async (tx: Tx, tenantId: string, runId: string): Promise<RunMessage[]> =>
  (await tx.query<RunMessage>(list, [tenantId, runId])).rows

// One that waits keeps its count: asking for it now is no way around the last try.
const again = `
  update app.outgoing_messages set status = 'waiting', attempts = case status when 'failed' then 0 else attempts end, next_at = now()
  where tenant_id = $1 and run_id = $2 and id = $3 and status <> 'sent'`
const known = 'select from app.outgoing_messages where tenant_id = $1 and run_id = $2 and id = $3'

/**
 * Sends a message of a run once more: one that was given up with all tries before it, one that waits now and not later. Throws
 * 403, 404, 422 when it was sent.
 */
export async function resendMessage(
  tx: Tx,
  caller: Caller,
  services: Services,
  key: string,
  id: string,
  message: string,
): Promise<void> {
  const run = await holdRun(tx, caller, id, key)
  const which = [caller.tenantId, run.id, message]
  const { rowCount } = await tx.query(again, which)
  if (rowCount > 0) return services.mail.tellAfter(tx, message)
  if ((await tx.query(known, which)).rowCount === 0) throw new AppError('not_found')
  throw invalid([{ path: 'message', code: 'status', message: 'This message was sent already.' }])
}
