import { invalid } from '#base/app-error.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { insertNotifications } from '../notifications/insert-notifications.ts'
import { holdRun } from './change-run.ts'

const open = `
  select a.id, a.subject, a.message, a.link, a.candidates from app.approvals a
  where a.tenant_id = $1 and a.run_id = $2 and a.status = 'waiting' for update`
const member = `
  select m.id from app.list_members() m where m.tenant_id = $1 and m.id::text = $2 and m.status = 'active'`
const add =
  'update app.approvals set candidates = array_append(candidates, $3) where tenant_id = $1 and id = $2'

interface Open {
  id: string
  subject: string
  message: string
  link: string
  candidates: string[]
}

/**
 * Asks somebody else, too, for the decision a run waits for: those it asked may have left. They are told as the others
 * were; whoever was asked already is not told again. Throws 403, 404, and 422 when the run waits for no decision or there
 * is no such member.
 */
export async function askAnother(
  tx: Tx,
  caller: Caller,
  key: string,
  id: string,
  person: string,
): Promise<void> {
  const run = await holdRun(tx, caller, id, key)
  const { rows } = await tx.query<Open>(open, [caller.tenantId, run.id])
  const [approval] = rows
  if (run.status !== 'approval' || !approval)
    throw invalid([{ path: 'id', code: 'status', message: 'This run waits for no decision.' }])
  const { rows: members } = await tx.query<{ id: string }>(member, [caller.tenantId, person.toLowerCase()])
  const [found] = members
  if (!found)
    throw invalid([{ path: 'person', code: 'nobody', message: 'Nobody of the workspace is meant by this.' }])
  if (approval.candidates.includes(found.id)) return
  await tx.query(add, [caller.tenantId, approval.id, found.id])
  const { subject, message, link } = approval
  await insertNotifications(tx, caller.tenantId, [
    { userId: found.id, subject, message, link, runId: run.id, approvalId: approval.id },
  ])
}
