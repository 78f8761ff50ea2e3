import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'
import { customerAccessKey } from './closed-places.ts'

// Whatever has gone for good is seen by nobody, closed or not.
const closing = `
  select o.id from app.objects o
  where o.tenant_id = $1 and o.model_id = $2 and o.id = any ($3::uuid[])
    and not exists (
      select from app.objects n
      where n.tenant_id = o.tenant_id and n.model_id = o.model_id and n.deleted_at is null
        and n.attributes ->> 'customer' = o.attributes ->> 'customer' and n.attributes ->> 'project' = o.attributes ->> 'project'
        and n.attributes ->> 'estimate' is not distinct from o.attributes ->> 'estimate'
    )
    and 2 = (
      select count(*) from app.objects p where p.tenant_id = o.tenant_id
        and p.id in ((o.attributes ->> 'customer')::uuid, coalesce(o.attributes ->> 'estimate', o.attributes ->> 'project')::uuid)
    )`

/** Which of these records in the bin keep a place closed to a customer (`closedPlaces`): without them it would be open again. */
export async function keepsClosed(
  { tx, caller }: RecordContext,
  model: ModelInfo,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (model.key !== customerAccessKey) return new Set()
  const { rows } = await tx.query<{ id: string }>(closing, [caller.tenantId, model.id, ids])
  return new Set(rows.map(({ id }) => id))
}
