import type { Tx } from '../../database/in-tenant.ts'
import type { Claim } from '../claimed-read.ts'

const previous = `
  select p.id from app.objects v
  join app.objects p on p.tenant_id = v.tenant_id and p.model_id = v.model_id and p.deleted_at is null
    and p.attributes ->> 'bim_model' = v.attributes ->> 'bim_model' and p.attributes ->> 'status' = 'ready'
    and (p.attributes ->> 'version_no')::int < (v.attributes ->> 'version_no')::int
  where v.tenant_id = $1 and v.id = $2 order by (p.attributes ->> 'version_no')::int desc limit 1`

/** The version that a version of a model is compared with; null for the first one. */
export async function previousVersion(tx: Tx, { tenantId, versionId }: Claim): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(previous, [tenantId, versionId])
  return rows[0]?.id ?? null
}
