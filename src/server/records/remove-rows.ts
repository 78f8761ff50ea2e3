import { newId } from '#base/ids.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from './record-context.ts'

const remove = `
  with r as (
    select * from jsonb_to_recordset($3::jsonb) as r (id uuid, event_id uuid)
  ), o as (
    update app.objects o set deleted_at = now(), revision = o.revision + 1, updated_at = now(), updated_by = $4
    from r where o.tenant_id = $1 and o.id = r.id and o.model_id = $2 and o.deleted_at is null
    returning o.id, o.attributes, r.event_id
  ), u as (
    delete from app.unique_values u using r where u.tenant_id = $1 and u.object_id = r.id
  )
  insert into app.events (tenant_id, id, actor_id, kind, model_id, record_id, before, request_id)
  select $1, o.event_id, $4, 'deleted', $2, o.id, o.attributes, $5 from o`

/** Takes rows out of sight, with their history. Nothing is asked and nothing follows: that is for the caller. */
export async function removeRows(
  { tx, caller, requestId }: RecordContext,
  model: ModelInfo,
  ids: readonly string[],
): Promise<void> {
  const rows = ids.map((id) => ({ id, event_id: newId() }))
  await tx.query(remove, [caller.tenantId, model.id, JSON.stringify(rows), caller.userId, requestId])
}
