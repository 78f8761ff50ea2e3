import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Workflow } from '#contracts/workflow.ts'
import { feedOf } from '../changes/change-feed.ts'
import type { Caller } from '../database/in-tenant.ts'
import { repeatOnClash } from '../database/repeat-on-clash.ts'
import { Transaction } from '../database/transaction.ts'
import { recordContext } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { releasedWorkflow } from './released-workflow.ts'
import type { RunRow } from './run-row.ts'

/** A run that is worked at. */
export interface RunPlace {
  tenantId: string
  id: string
}

interface Entered {
  outcome: 'ok' | 'gone' | 'not_found' | 'ownerless' | 'suspended'
  tenant_name: string
  user_id: string
  email: string | null
  name: string | null
  role: string
  own_role: string
  release_id: string
  slots_id: string | null
  run: RunRow
  body: Record<string, unknown>
}

/** Thrown when a run does not run any more: it was cancelled, decided upon elsewhere, or is done. */
export class RunGone extends Error {}

function refusal(outcome: Entered['outcome']): Error {
  if (outcome === 'gone') return new RunGone()
  if (outcome === 'ownerless')
    return new AppError('forbidden', 'Whoever released this workflow is no longer a member.')
  return outcome === 'suspended'
    ? new AppError('forbidden', 'The access of whoever this acts for is suspended.')
    : new AppError('forbidden', 'Whoever this acts for is no longer a member.')
}

/** Whom a run acts for: that person or role, and never more than whoever released the workflow. */
export const runCaller = (
  place: { tenantId: string; tenantName: string },
  person: { userId: string; email: string | null; name: string | null; role: string; ownRole: string },
  workflow: { id: string; title: string; ownerId: string },
): Caller => ({
  ...place,
  userId: person.userId,
  email: person.email,
  name: person.name,
  sessionId: '',
  role: person.role,
  token: {
    id: workflow.id,
    name: workflow.title,
    ownRole: person.ownRole,
    another: workflow.ownerId !== person.userId,
  },
})

/**
 * Runs `work` in one transaction of a run, which holds the run: what it writes and where the run goes on commit together.
 * It may run again after a deadlock. Throws `RunGone`, and 403 when whoever it acts for may no longer be here.
 */
export function inRun<T>(
  services: Services,
  { tenantId, id }: RunPlace,
  work: (context: RecordContext, run: RunRow, workflow: Workflow) => Promise<T>,
): Promise<T> {
  const pool = services.database.requests
  const entering = { text: "select * from app.enter_workflow_run($1, $2, 'write')", values: [tenantId, id] }
  return repeatOnClash(async () => {
    // Every step has the run's own id as its request: together they are one thing that happened.
    const [transaction, answer] = await Transaction.begin<Entered>(pool, 'write', id, entering, tenantId)
    try {
      const entered = must((await answer)[0], 'app.enter_workflow_run answers one row')
      if (entered.outcome !== 'ok') throw refusal(entered.outcome)
      transaction.releaseId = entered.release_id
      transaction.slotsId = entered.slots_id
      transaction.afterCommit(async () => feedOf(pool)?.committed(tenantId))
      const { run, body, user_id: userId, email, name, role, own_role: ownRole } = entered
      const caller = runCaller(
        { tenantId, tenantName: entered.tenant_name },
        { userId, email, name, role, ownRole },
        { id: run.workflow_id, title: run.title, ownerId: run.owner_id },
      )
      const context = await recordContext(transaction, caller, services)
      const result = await work(context, run, releasedWorkflow(run.version_id, body))
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  })
}
