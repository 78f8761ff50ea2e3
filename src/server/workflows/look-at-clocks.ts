import type { Where } from '#contracts/query.ts'
import { must } from '#base/assert.ts'
import type { Tx } from '../database/in-tenant.ts'
import { attendDue } from '../jobs/attend-due.ts'
import type { Job } from '../jobs/job-loop.ts'
import { ask } from '../records/record-context.ts'
import { nextTime } from '../schedules/next-time.ts'
import type { Services } from '../services.ts'
import { activeWorkflows, triggerOf, type ActiveWorkflow } from './active-workflows.ts'
import { beginRun } from './begin-run.ts'
import { dayIn, dayReached, planOf } from './plan-of.ts'
import { asRunPerson } from './run-person.ts'
import { triggerWhere } from './trigger-where.ts'

const due = `
  select workflow_id as id, tenant_id from app_private.workflow_clocks where due_at <= now() order by due_at limit 200`
// Whoever has it keeps it until the end of the transaction.
const hold =
  'select from app_private.workflow_clocks where workflow_id = $1 and due_at <= now() for update skip locked'
const settle =
  'update app.workflow_states set next_at = $3, looked_at = $4 where tenant_id = $1 and workflow_id = $2'

/** Begins what is due in any workspace, whichever process looks first. A time that was missed is made up for once. */
export const lookAtClocks = (services: () => Services): Job =>
  attendDue(services, { name: 'workflows', due, hold, attend })

async function attend(tx: Tx, services: Services, tenantId: string, id: string): Promise<void> {
  const [workflow] = await activeWorkflows(tx, tenantId, { id })
  if (!workflow?.nextAt) return
  const now = new Date()
  if (workflow.workflow.trigger.on === 'schedule')
    await beginRun(tx, tenantId, {
      workflow,
      userId: workflow.owner_id,
      role: workflow.role,
      trigger: { kind: 'schedule', at: workflow.nextAt.toISOString() },
      once: workflow.nextAt.toISOString(),
    })
  else await beginForDates(tx, services, tenantId, workflow, now)
  const { plan, zone } = must(planOf(workflow.workflow.trigger), 'only these have a clock')
  await tx.query(settle, [tenantId, id, nextTime(plan, zone, now), now])
}

/** Begins a run for each record whose date was reached since the last look, as whoever released the workflow sees them. */
async function beginForDates(
  tx: Tx,
  services: Services,
  tenantId: string,
  workflow: ActiveWorkflow,
  now: Date,
): Promise<void> {
  const trigger = must(triggerOf(workflow.workflow, 'date'), 'only dates are asked for')
  const person = { userId: workflow.owner_id, role: workflow.role, ownerId: workflow.owner_id }
  const context = await asRunPerson(tx, services, tenantId, person, workflow)
  const model = context?.workspace.models.get(trigger.model)
  const field = model?.fields.get(trigger.field)
  if (!context || !model || model.id === null || !field) return
  // What is looked at for the first time before its time of day has today still ahead.
  const after = dayReached(trigger, workflow.lookedAt)
  const upto = dayReached(trigger, now)
  // A moment is reached with its day: from the day after that of the last look to the end of the one reached.
  const startOfNext = (day: string): string => `${dayIn('UTC', new Date(`${day}T12:00:00Z`), 1)}T00:00:00Z`
  const bounds: Where[] =
    field.type === 'datetime'
      ? [
          { field: trigger.field, op: 'gte', value: startOfNext(after) },
          { field: trigger.field, op: 'lt', value: startOfNext(upto) },
        ]
      : [
          { field: trigger.field, op: 'gt', value: after },
          { field: trigger.field, op: 'lte', value: upto },
        ]
  const condition = await triggerWhere(context, services, workflow.workflow)
  let mark: string | undefined
  do {
    const { rows, page } = await ask(context, {
      model: trigger.model,
      fields: ['id', trigger.field],
      where: { and: condition ? [...bounds, condition] : bounds },
      page: { size: 500, ...(mark !== undefined && { after: mark }) },
    })
    for (const row of rows)
      await beginRun(tx, tenantId, {
        workflow,
        userId: workflow.owner_id,
        role: workflow.role,
        trigger: { kind: 'date', at: now.toISOString() },
        record: { model_id: model.id, id: String(row['id']) },
        once: `${String(row['id'])} ${String(row[trigger.field])}`,
      })
    mark = page.after ?? undefined
  } while (mark !== undefined)
}
