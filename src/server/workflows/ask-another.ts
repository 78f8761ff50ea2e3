import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { About } from '../notifications/about.ts'
import { insertNotifications } from '../notifications/insert-notifications.ts'
import { holdRun } from './change-run.ts'
import { logStep } from './log-step.ts'
import { releasedWorkflow } from './released-workflow.ts'
import type { RunRow } from './run-row.ts'
import { startState, stepAt } from './run-state.ts'

const open = `
  select a.id, a.subject, a.message, a.link, a.about, a.candidates from app.approvals a
  where a.tenant_id = $1 and a.run_id = $2 and a.status = 'waiting' for update`
const member = `
  select m.id, m.name from app.list_members() m where m.tenant_id = $1 and m.id::text = any ($2) and m.status = 'active'`
const version = 'select body from app.definition_versions where tenant_id = $1 and id = $2'
const add =
  'update app.approvals set candidates = array_append(candidates, $3) where tenant_id = $1 and id = $2'

interface Open {
  id: string
  subject: string
  message: string
  link: string
  about: About[]
  candidates: string[]
}

/**
 * Asks somebody else, too, for the decision a run waits for: those it asked may have left. They are told as the others
 * were, and the log of the run says who asked whom; whoever was asked already is not told again. Throws 403, 404, and 422 when the run waits for no decision or there
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
  const { rows: members } = await tx.query<{ id: string; name: string }>(member, [
    caller.tenantId,
    [person.toLowerCase(), caller.userId],
  ])
  const found = members.find(({ id: one }) => one === person.toLowerCase())
  const asking = members.find(({ id: one }) => one === caller.userId)
  if (!found)
    throw invalid([{ path: 'person', code: 'nobody', message: 'Nobody of the workspace is meant by this.' }])
  if (approval.candidates.includes(found.id)) return
  await tx.query(add, [caller.tenantId, approval.id, found.id])
  await logAsked(tx, caller, run, { by: [found.name], asked_by: asking?.name ?? caller.name })
  const { subject, message, link, about } = approval
  await insertNotifications(tx, caller.tenantId, [
    { userId: found.id, subject, message, link, about, runId: run.id, approvalId: approval.id },
  ])
}

/** A line of the log at the step that waits: whom it asks now, and who said so. */
async function logAsked(tx: Tx, caller: Caller, run: RunRow, input: object): Promise<void> {
  const { rows } = await tx.query<{ body: Record<string, unknown> }>(version, [
    caller.tenantId,
    run.version_id,
  ])
  const { step, state } = stepAt(releasedWorkflow(run.version_id, must(rows[0]).body), {
    ...startState,
    ...run.state,
  })
  await logStep(tx, caller.tenantId, run, must(step), state, 'waiting', { input, output: null }, 0)
}
