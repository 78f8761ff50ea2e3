import { newId } from '#base/ids.ts'
import { insertNotifications } from '../../notifications/insert-notifications.ts'
import { safeLink } from '../../notifications/safe-link.ts'
import { recordsDrawn } from '../records-drawn.ts'
import type { StepRunner } from '../step-turn.ts'
import { peopleOf, textOf } from './people.ts'

const ask = `
  insert into app.approvals (tenant_id, id, run_id, step_id, subject, message, link, candidates, asked_by, about)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
const answer = `
  select a.status, a.comment, a.decided_by, m.name from app.approvals a
  left join app.sys_member m on m.tenant_id = a.tenant_id and m.id = a.decided_by
  where a.tenant_id = $1 and a.id = $2`

interface Answer {
  status: 'waiting' | 'approved' | 'rejected' | 'withdrawn'
  comment: string | null
  decided_by: string | null
  name: string | null
}

/**
 * Asks people for a decision and goes on when the first of them has made it: `steps.<id>.decision` is `approved` or
 * `rejected`. A dry run takes it for approved.
 */
export const askApproval: StepRunner<'approve'> = async (turn, step) => {
  const { context, resolve, run, state, dry } = turn
  const { tx, caller } = context
  if (state.pending && 'approval' in state.pending) {
    const { rows } = await tx.query<Answer>(answer, [caller.tenantId, state.pending.approval])
    const [found] = rows
    if (found && found.status !== 'waiting') {
      const { status, comment, decided_by: by, name } = found
      return {
        input: { subject: textOf(resolve(step.subject), 200) },
        output: { decision: status, comment, by, name },
      }
    }
    return { input: {}, output: {}, hold: { approval: state.pending.approval } }
  }
  const people = await peopleOf(turn, step.by, 'by')
  const asked = {
    subject: textOf(resolve(step.subject), 200),
    message: textOf(resolve(step.message), 4000),
    link: safeLink(textOf(resolve(step.link), 500)),
  }
  const input = { by: people.map(({ name }) => name), ...asked }
  if (dry) return { input, output: { decision: 'approved', comment: null, by: null, name: null } }
  const about = await recordsDrawn(turn, [step.subject, step.message, step.link])
  const id = newId()
  const candidates = people.map((person) => person.id)
  await tx.query(ask, [
    caller.tenantId,
    id,
    run.id,
    step.id,
    asked.subject,
    asked.message,
    asked.link,
    candidates,
    caller.userId,
    JSON.stringify(about),
  ])
  await insertNotifications(
    tx,
    caller.tenantId,
    candidates.map((userId) => ({ userId, ...asked, about, runId: run.id, approvalId: id })),
  )
  return { input, output: {}, hold: { approval: id } }
}
