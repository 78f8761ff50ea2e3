import type { Tx } from '../database/in-tenant.ts'
import { recordContext } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { runCaller } from './in-run.ts'

interface Found {
  email: string | null
  name: string | null
  role: string
  own_role: string
  tenant_name: string
}

const person = `
  select app.verified_email(m.user_id) as email, u.display_name as name, m.role, o.role as own_role, t.name as tenant_name
  from app.memberships m
  join app.memberships o on o.tenant_id = m.tenant_id and o.user_id = $3 and o.suspended_at is null
  join app.tenants t on t.id = m.tenant_id and t.suspended_at is null
  join app.users u on u.id = m.user_id
  where m.tenant_id = $1 and m.user_id = $2 and m.suspended_at is null`

/** Whom a run would act for. */
export interface RunPerson {
  userId: string
  role: string | null
  ownerId: string
}

/**
 * What a run for this person or role would see now, in a background transaction of their workspace; null when they, or
 * whoever released the workflow, are no longer in it.
 */
export async function asRunPerson(
  tx: Tx,
  services: Services,
  tenantId: string,
  { userId, role, ownerId }: RunPerson,
  workflow: { id: string; title: string },
): Promise<RecordContext | null> {
  const { rows } = await tx.query<Found>(person, [tenantId, userId, ownerId])
  const [found] = rows
  if (!found) return null
  const { email, name, own_role: ownRole, tenant_name: tenantName } = found
  const caller = runCaller(
    { tenantId, tenantName },
    { userId, email, name, role: role ?? found.role, ownRole },
    { ...workflow, ownerId },
  )
  return recordContext(tx, caller, services)
}
