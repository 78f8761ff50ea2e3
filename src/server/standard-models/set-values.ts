import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import { searchSlot } from '#kernel/sql/slots.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { EventCause } from '../records/update-rows.ts'
import { requireCurrent, someSlotColumns } from '../slots/slot-columns.ts'
import { isNews, writtenValue, type DerivedValues } from './keep-values.ts'

const batchSize = 500

// What the record says otherwise is not read out of the database and not sent back: an element of a building has four
// kilobytes of it. `|| '{}'` unpacks the map once: whatever looks into a packed one unpacks all of it again.
const update = (assignments: string): string => `
  with held as (
    select o.id, o.attributes || '{}' as attributes from app.objects o
    where o.tenant_id = $1 and o.model_id = $2 and o.id = any($4::uuid[]) and o.deleted_at is null
    order by o.id for no key update
  ), r as materialized (
    select h.id, g.event_id, h.attributes || g.values as attributes, news.before, news.after
    from held h join jsonb_to_recordset($3::jsonb) as g (id uuid, event_id uuid, values jsonb) on g.id = h.id
    cross join lateral (
      select jsonb_object_agg(v.key, coalesce(h.attributes -> v.key, 'null')) as before, jsonb_object_agg(v.key, v.value) as after
      from jsonb_each(g.values) v where h.attributes -> v.key is distinct from v.value
    ) news
    where news.after is not null
  ), o as (
    update app.objects o set attributes = r.attributes${assignments}
    from r where o.tenant_id = $1 and o.id = any($4::uuid[]) and o.id = r.id and o.model_id = $2
  )
  insert into app.events (tenant_id, id, actor_id, kind, model_id, record_id, before, after, request_id, cause)
  select $1, r.event_id, $5, 'updated', $2, r.id, r.before, r.after, $6, $7 from r`

/**
 * Writes derived values into many records, with their history, as `keepValues` does, but without loading them: for values
 * that are there (none is cleared) and not unique, where nobody has to know what was there before.
 *
 *     await setValues(context, elements, new Map([[id, { change: 'same', identity }]]), cause)
 */
export async function setValues(
  context: RecordContext,
  model: ModelInfo,
  values: DerivedValues,
  cause: EventCause,
): Promise<void> {
  const { tx, caller, workspace, requestId } = context
  requireCurrent(tx, workspace)
  const rows = [...values].map(([id, given]) => ({
    id,
    event_id: newId(),
    values: Object.fromEntries(
      Object.keys(given)
        .filter((key) => !isNews(model, key))
        // A null would stay where `keepValues` takes the key away.
        .map((key) => [key, must(writtenValue(model, key, given[key]), `${key} is cleared by nobody here`)]),
    ),
  }))
  rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  const statement = update(assignmentsFor(model, new Set(rows.flatMap((row) => Object.keys(row.values)))))
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize)
    await tx.query(
      statement,
      [
        caller.tenantId,
        model.id,
        JSON.stringify(batch),
        batch.map(({ id }) => id),
        caller.userId,
        requestId,
        JSON.stringify(cause),
      ],
      { plan: 'lookup' },
    )
  }
}

/** The typed columns of these fields, and what is searched, where one of them is looked through. */
function assignmentsFor(model: ModelInfo, keys: ReadonlySet<string>): string {
  const slots = [...model.fields.values()].flatMap(({ field, sql, searchable }) => {
    if (!keys.has(field.key) || sql.in !== 'attributes') return []
    return [...(sql.slot ? [sql.slot.name] : []), ...(searchable ? [searchSlot] : [])]
  })
  return someSlotColumns(model, [...new Set(slots)], 'r.attributes').assignments
}
