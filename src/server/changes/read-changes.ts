import { AppError } from '#base/app-error.ts'
import type { ChangeRow, Changes } from '#contracts/api/changes.ts'
import type { EventView } from '#contracts/object.ts'
import { redactEvent } from '#kernel/permissions/redact-event.ts'
import { fieldsOf } from '../records/object-view.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import { workspaceChange } from './workspace-change.ts'

/** An event with its number. Times are ISO texts; `archetype_id` is the record's of now. */
export interface NumberedEvent {
  number: number
  id: string
  at: string
  actor_id: string | null
  kind: string
  subject: string
  model_id: string | null
  record_id: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  archetype_id: string | null
}

const bounds = `
  select coalesce(max(last_number), 0)::float8 as last, coalesce(min(first_number), 1)::float8 as first
  from app.change_sets where tenant_id = $1`

// Numbers have no gaps, so the end of a page is known before it is read.
const page = `
  select (s.first_number + u.place - 1)::float8 as number, e.id, e.actor_id, e.kind, e.subject, e.model_id, e.record_id, e.before, e.after, o.archetype_id,
    to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from app.change_sets s
  cross join lateral unnest(s.event_ids) with ordinality as u (id, place)
  join app.events e on e.tenant_id = s.tenant_id and e.id = u.id
  left join app.objects o on o.tenant_id = e.tenant_id and o.id = e.record_id
  where s.tenant_id = $1 and s.last_number > $2 and s.first_number <= $3 and s.first_number + u.place - 1 between $2 + 1 and $3
  order by 1`

const eventsSince = `
  select e.id from app.change_sets s
  cross join lateral unnest(s.event_ids) with ordinality as u (id, place)
  join app.events e on e.tenant_id = s.tenant_id and e.id = u.id
  where s.tenant_id = $1 and s.last_number > $2 and s.first_number + u.place - 1 > $2 and e.record_id = any($3::uuid[])`

/**
 * What changed after number `since` that this reader may see now, at most `size` numbers further. `upto` is where to go on,
 * whether or not the reader may see what has the numbers between. 410 `gone` when these changes are no longer kept, or
 * were never made here: the reader must read everything anew.
 */
export async function readChanges(
  context: RecordContext,
  { since, size }: { since: number | undefined; size: number },
): Promise<Changes> {
  const { tx, caller } = context
  const { rows: found } = await tx.query<{ last: number; first: number }>(bounds, [caller.tenantId])
  const { last, first } = found[0] ?? { last: 0, first: 1 }
  if (since === undefined) return { rows: [], upto: last, more: false }
  if (since > last || since + 1 < first)
    throw new AppError('gone', 'These changes are no longer kept: read everything anew.', {
      details: { resync: true, upto: last },
    })
  const upto = Math.min(last, since + size)
  if (upto === since) return { rows: [], upto, more: false }
  const { rows } = await tx.query<NumberedEvent>(page, [caller.tenantId, since, upto])
  return { rows: await visibleChanges(context, rows, since), upto, more: upto < last }
}

async function visibleChanges(
  context: RecordContext,
  events: readonly NumberedEvent[],
  since: number,
): Promise<ChangeRow[]> {
  const { workspace, access } = context
  const sights = new Map<string, Sight>()
  for (const modelId of new Set(events.map(({ model_id }) => model_id))) {
    const model = modelId === null ? undefined : workspace.modelsById.get(modelId)
    if (model && access.can(model, 'read') && access.rowRule(model) !== null)
      sights.set(model.key, await sightOf(context, model.key, idsOf(events, modelId), since))
  }
  const told = new Set<string>()
  return events.flatMap((event) => {
    const model = event.model_id === null ? undefined : workspace.modelsById.get(event.model_id)
    if (event.subject !== 'record') return workspaceChange(context, event)
    if (!model || event.record_id === null) return []
    const { number, at, record_id: id } = event
    const sight = sights.get(model.key)
    if (sight && !sight.now.has(id)) {
      if (!sight.before.has(id) || told.has(id)) return []
      told.add(id)
      return { number, model: model.key, id, kind: 'gone', at, by: null, fields: null }
    }
    const seen = redactEvent(
      model,
      access,
      { ...event, actor: null, kind: event.kind as EventView['kind'] },
      fieldsOf(workspace, model, event.archetype_id),
    )
    if (!seen) return []
    const fields = event.kind === 'updated' ? Object.keys({ ...seen.before, ...seen.after }).toSorted() : null
    return {
      number,
      model: model.key,
      id,
      kind: seen.kind,
      at,
      by: access.outside ? null : event.actor_id,
      fields,
    }
  })
}

/** Which records a reader whose rows are limited sees now, and saw when they had read up to a number. */
interface Sight {
  now: Set<string>
  before: Set<string>
}

async function sightOf(
  context: RecordContext,
  modelKey: string,
  ids: readonly string[],
  since: number,
): Promise<Sight> {
  const now = await visibleIds(context, modelKey, ids)
  const hidden = ids.filter((id) => !now.has(id))
  if (hidden.length === 0) return { now, before: now }
  const { rows } = await context.tx.query<{ id: string }>(eventsSince, [
    context.caller.tenantId,
    since,
    hidden,
  ])
  return { now, before: await visibleIds(context, modelKey, hidden, { without: rows.map(({ id }) => id) }) }
}

const idsOf = (events: readonly NumberedEvent[], modelId: string | null): string[] => [
  ...new Set(
    events.flatMap(({ model_id, record_id }) =>
      model_id === modelId && record_id !== null ? [record_id] : [],
    ),
  ),
]
