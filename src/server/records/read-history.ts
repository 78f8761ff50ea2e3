import type { EventView } from '#contracts/object.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { redactEvent } from '#kernel/permissions/redact-event.ts'
import { fieldsOf } from './object-view.ts'
import type { RecordContext } from './record-context.ts'
import { requireInside } from './require-inside.ts'
import type { EventCause } from './update-rows.ts'

interface StoredEvent {
  id: string
  at: string
  actor_id: string | null
  actor_name: string | null
  via: string | null
  workflow_run_id: string | null
  kind: EventView['kind']
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  cause: EventCause | null
}

const events = `
  select e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.actor_id, m.name as actor_name, e.kind, e.before, e.after, e.cause, e.via, e.workflow_run_id
  from app.events e left join app.sys_member m on m.tenant_id = e.tenant_id and m.id = e.actor_id
  where e.tenant_id = $1 and e.record_id = $2 and e.model_id = $3 and ($4::uuid is null or e.id < $4)
  order by e.id desc limit $5`

/**
 * What happened to a record, newest first, with what this reader may see of it now; 403 for customers. Events that touched only hidden
 * fields are absent and not counted: pages are filled from what is left.
 */
export async function readHistory(
  context: RecordContext,
  model: ModelInfo,
  record: { id: string; archetype_id: string | null },
  { size, after }: { size: number; after?: string | undefined },
): Promise<{ rows: EventView[]; page: { size: number; after: string | null } }> {
  requireInside(context)
  const fields = fieldsOf(context.workspace, model, record.archetype_id)
  const rows: EventView[] = []
  let last = after ?? null
  for (;;) {
    const { rows: found } = await context.tx.query<StoredEvent>(events, [
      context.caller.tenantId,
      record.id,
      model.id,
      last,
      size + 1,
    ])
    for (const { actor_id, actor_name, cause, via, workflow_run_id: run, ...event } of found) {
      const actor = actor_id === null ? null : { id: actor_id, name: actor_name ?? '' }
      const why = cause && { cause: visibleCause(context, cause) }
      const by = via === null ? null : { via, ...(run !== null && { workflow_run_id: run }) }
      const seen = redactEvent(model, context.access, { ...event, actor, ...by, ...why }, fields)
      if (seen) rows.push(seen)
    }
    last = found.at(-1)?.id ?? null
    if (rows.length > size || found.length <= size || last === null) break
  }
  const page = rows.slice(0, size)
  return { rows: page, page: { size, after: rows.length > size ? (page.at(-1)?.id ?? null) : null } }
}

// A record is named only to who sees all of its model: the others must not learn that it exists.
function visibleCause(
  { workspace, access }: RecordContext,
  cause: EventCause,
): NonNullable<EventView['cause']> {
  if ('definition' in cause) return cause
  const model = workspace.modelsById.get(cause.model_id ?? '')
  if (!model || !access.can(model, 'read') || access.rowRule(model) !== null)
    return { model: null, record_id: null }
  return { model: model.key, record_id: cause.record_id }
}
