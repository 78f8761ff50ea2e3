import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { requireCurrent, slotColumns, type SlotColumns } from '../slots/slot-columns.ts'
import type { RecordContext } from './record-context.ts'
import type { StoredObject } from './stored-object.ts'
import { claimUnique, inClaimOrder, lostRows, uniqueRows, type UniqueRow } from './unique-rows.ts'

/** Why values changed that nobody wrote: they follow from another record's change, or from a new definition. */
export type EventCause = { model_id: string | null; record_id: string | null } | { definition: true }

/** A change that may be written as it is. */
export interface ChangedObject {
  index: number
  stored: Pick<StoredObject, 'id' | 'archetype_id' | 'attributes'>
  archetypeId: string | null
  attributes: Record<string, unknown>
  changed: readonly string[]
  unique: readonly { key: string; value: string }[]
  /** Keys of unique values it gives up. */
  released: readonly string[]
}

const pick = (values: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, Object.hasOwn(values, key) ? values[key] : null]))

const releaseUnique = `
  delete from app.unique_values u using jsonb_to_recordset($3::jsonb) as r (id uuid, keys text[])
  where u.tenant_id = $1 and u.model_id = $2 and u.object_id = r.id and u.field_key = any(r.keys)`

// The ids are named beside the rows, so that one plan serves for all: without them a workspace of average size would be read whole.
const update = (slots: SlotColumns): string => `
  with r as (
    select * from jsonb_to_recordset($3::jsonb)
      as r (id uuid, archetype_id uuid, attributes jsonb, event_id uuid, before jsonb, after jsonb)
  ), o as (
    update app.objects o set attributes = r.attributes, archetype_id = r.archetype_id, revision = o.revision + case when $7::jsonb is null then 1 else 0 end,
      updated_at = case when $7::jsonb is null then now() else o.updated_at end,
      updated_by = case when $7::jsonb is null then $5 else o.updated_by end${slots.assignments}
    from r where o.tenant_id = $1 and o.id = any($8::uuid[]) and o.id = r.id and o.model_id = $2
  ), e as (
    insert into app.events (tenant_id, id, actor_id, kind, model_id, record_id, before, after, request_id, cause)
    select $1, r.event_id, $5, 'updated', $2, r.id, r.before, r.after, $6, $7 from r
  )
  ${claimUnique}`

/**
 * Writes a batch of changes with their history. With a `cause` nobody wrote them: when and by
 * whom the record was changed last stays, and its revision too, which would tell that a hidden value has moved. `lost` are unique values that belong to other records: the caller must
 * then take the whole batch back.
 */
export async function updateRows(
  { tx, caller, workspace, requestId }: RecordContext,
  model: ModelInfo,
  objects: readonly ChangedObject[],
  cause: EventCause | null = null,
): Promise<(UniqueRow & { index: number })[]> {
  requireCurrent(tx, workspace)
  const released = objects.flatMap(({ stored, released: keys }) =>
    keys.length > 0 ? [{ id: stored.id, keys }] : [],
  )
  const releasing =
    released.length > 0 && tx.query(releaseUnique, [caller.tenantId, model.id, JSON.stringify(released)])
  const rows = objects.map(({ stored, archetypeId, attributes, changed }) => ({
    id: stored.id,
    archetype_id: archetypeId,
    attributes,
    event_id: newId(),
    before: {
      ...pick(stored.attributes, changed),
      ...(archetypeId === stored.archetype_id ? {} : { archetype_id: stored.archetype_id }),
    },
    after: {
      ...pick(attributes, changed),
      ...(archetypeId === stored.archetype_id ? {} : { archetype_id: archetypeId }),
    },
  }))
  const wanted = inClaimOrder(objects.flatMap(({ stored, unique }) => uniqueRows(stored.id, unique)))
  const writing = tx.query<{ object_id: string; field_key: string }>(
    update(slotColumns(model, 'r.attributes')),
    [
      caller.tenantId,
      model.id,
      JSON.stringify(rows),
      JSON.stringify(wanted),
      caller.userId,
      requestId,
      cause && JSON.stringify(cause),
      rows.map(({ id }) => id),
    ],
    { plan: 'lookup' },
  )
  const [{ rows: claimed }] = await Promise.all([writing, releasing])
  const indexOf = new Map(objects.map(({ stored, index }) => [stored.id, index]))
  return lostRows(wanted, claimed).map((row) => ({ ...row, index: must(indexOf.get(row.object_id)) }))
}
