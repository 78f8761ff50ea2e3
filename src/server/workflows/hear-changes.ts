import { AppError } from '#base/app-error.ts'
import type { Where } from '#contracts/query.ts'
import type { Workflow } from '#contracts/workflow.ts'
import { inBackground } from '../database/in-background.ts'
import type { Tx } from '../database/in-tenant.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { activeWorkflows, triggerOf, type ActiveWorkflow } from './active-workflows.ts'
import { beginRun } from './begin-run.ts'
import { asRunPerson } from './run-person.ts'
import { triggerWhere } from './trigger-where.ts'

/** A change of a record, with the run that made it if one did. */
interface HeardEvent {
  id: string
  at: Date
  actor_id: string | null
  kind: string
  model_id: string
  record_id: string
  keys: string[]
  run_id: string | null
  depth: number | null
  /** The role it was made with, where that is not the person's own. */
  role: string | null
}

const size = 500

// Who is at it keeps it: another process has nothing to do there.
const hold =
  'select cursor::float8 as cursor from app_private.workflow_feeds where tenant_id = $1 for update skip locked'
const bounds = `
  select coalesce(max(last_number), 0)::float8 as last, coalesce(min(first_number), 1)::float8 as first
  from app.change_sets where tenant_id = $1`
const page = `
  select e.id, e.at, e.actor_id, e.kind, e.model_id, e.record_id, w.id as run_id, w.depth,
    coalesce(w.role, (
      select k.role from app.api_tokens k
      where k.tenant_id = e.tenant_id and k.user_id = e.actor_id and k.name = e.via and k.role is not null and w.id is null limit 1
    )) as role,
    array(select jsonb_object_keys(coalesce(e.before, '{}') || coalesce(e.after, '{}'))) as keys
  from app.change_sets s
  cross join lateral unnest(s.event_ids) with ordinality as u (id, place)
  join app.events e on e.tenant_id = s.tenant_id and e.id = u.id
  left join app.workflow_runs w on w.tenant_id = e.tenant_id and w.id = e.workflow_run_id
  where s.tenant_id = $1 and s.last_number > $2 and s.first_number <= $3
    and s.first_number + u.place - 1 > $2 and s.first_number + u.place - 1 <= $3
    and e.subject = 'record' and e.model_id is not null and e.record_id is not null and e.kind <> 'purged'
  order by s.first_number + u.place - 1`
const moveOn = 'update app_private.workflow_feeds set cursor = $2 where tenant_id = $1'
const unfollow = 'delete from app_private.workflow_feeds where tenant_id = $1'

/**
 * Begins the runs that changes of a workspace cause, a page of changes at a time; answers whether there is more. The place
 * in the changes moves in the same transaction, so each change begins a workflow once.
 */
export const hearChanges = (services: Services, tenantId: string): Promise<boolean> =>
  inBackground(services.database, tenantId, async (tx) => {
    const { rows: held } = await tx.query<{ cursor: number }>(hold, [tenantId])
    const [feed] = held
    if (!feed) return false
    const workflows = await activeWorkflows(tx, tenantId, { trigger: 'change' })
    if (workflows.length === 0) {
      await tx.query(unfollow, [tenantId])
      return false
    }
    const { rows: found } = await tx.query<{ last: number; first: number }>(bounds, [tenantId])
    const { last, first } = found[0] ?? { last: 0, first: 1 }
    // Changes that are no longer kept began nothing: no process ran for that long.
    const since = Math.max(feed.cursor, first - 1)
    const upto = Math.min(last, since + size)
    if (upto <= since) return false
    const { rows: events } = await tx.query<HeardEvent>(page, [tenantId, since, upto])
    for (const workflow of workflows) await beginAll(tx, services, tenantId, workflow, events)
    await tx.query(moveOn, [tenantId, upto])
    return upto < last
  })

async function beginAll(
  tx: Tx,
  services: Services,
  tenantId: string,
  workflow: ActiveWorkflow,
  events: readonly HeardEvent[],
): Promise<void> {
  const trigger = triggerOf(workflow.workflow, 'change')
  if (!trigger) return
  const isKind = (kind: string): boolean => (trigger.kinds as readonly string[]).includes(kind)
  const candidates = events.filter(
    ({ at, kind, keys }) =>
      at > workflow.sinceAt &&
      isKind(kind) &&
      (kind !== 'updated' || trigger.fields.length === 0 || trigger.fields.some((key) => keys.includes(key))),
  )
  for (const event of candidates) {
    const userId = workflow.role === null ? (event.actor_id ?? workflow.owner_id) : workflow.owner_id
    // What a program or another workflow did with fewer rights than its person begins nothing with more.
    const role = workflow.role ?? event.role
    const person = { userId, role, ownerId: workflow.owner_id }
    const context = await asRunPerson(tx, services, tenantId, person, workflow)
    const model = context?.workspace.modelsById.get(event.model_id)
    if (!context || model?.key !== trigger.model || !context.access.can(model, 'read')) continue
    if (event.kind === 'updated' && trigger.fields.length > 0) {
      // A field one may not read cannot be what begins one's run: that it moved would tell.
      const seen = trigger.fields.filter((key) => context.access.mayRead(model, key, true))
      if (!seen.some((key) => event.keys.includes(key))) continue
    }
    if (
      event.kind !== 'deleted' &&
      !(await meets(context, services, workflow.workflow, trigger.model, event.record_id))
    )
      continue
    await beginRun(tx, tenantId, {
      workflow,
      userId,
      role,
      trigger: { kind: 'change', at: event.at.toISOString(), change: event.kind },
      record: { model_id: event.model_id, id: event.record_id },
      eventId: event.id,
      once: event.id,
      parent: event.run_id === null ? null : { id: event.run_id, depth: event.depth ?? 0 },
    })
  }
}

/** Whether the record is to be seen and meets a condition, as it is now. One that cannot be asked is met by nothing. */
async function meets(
  context: RecordContext,
  services: Services,
  workflow: Workflow,
  model: string,
  id: string,
): Promise<boolean> {
  const itself: Where = { field: 'id', op: 'eq', value: id }
  try {
    const where = await triggerWhere(context, services, workflow)
    const { rows } = await ask(context, {
      model,
      fields: ['id'],
      where: where ? { and: [itself, where] } : itself,
      page: { size: 1 },
    })
    return rows.length > 0
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
