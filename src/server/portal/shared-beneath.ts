import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'
import { customerAccessKey } from './closed-places.ts'

const beneath = `
  select o.id from app.objects o
  where o.tenant_id = $1 and o.model_id = $2 and o.id = any ($3::uuid[]) and o.attributes ->> 'estimate' is null
    and exists (
      select from app.objects n
      where n.tenant_id = o.tenant_id and n.model_id = o.model_id and n.deleted_at is null and n.id <> all ($3::uuid[])
        and n.attributes ->> 'customer' = o.attributes ->> 'customer' and n.attributes ->> 'project' = o.attributes ->> 'project'
    )`

/**
 * Which of these records share a project with a customer to whom estimates of it are shared as well. In the bin they would
 * close the project with all of its estimates (`closedPlaces`): who takes back the sharing of a project does not mean these.
 */
export async function sharedBeneath(
  { tx, caller }: RecordContext,
  model: ModelInfo,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (model.key !== customerAccessKey || ids.length === 0) return new Set()
  const { rows } = await tx.query<{ id: string }>(beneath, [caller.tenantId, model.id, ids])
  return new Set(rows.map(({ id }) => id))
}
