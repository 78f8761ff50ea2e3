import { newId } from '#base/ids.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { recordContext } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'

interface Person {
  email: string | null
  name: string | null
  role: string
  tenant_name: string
}

const person = `
  select app.verified_email(m.user_id) as email, u.display_name as name, m.role, t.name as tenant_name
  from app.memberships m join app.tenants t on t.id = m.tenant_id join app.users u on u.id = m.user_id
  where m.tenant_id = $1 and m.user_id = $2 and m.suspended_at is null and t.suspended_at is null`

/**
 * What a person may see now, in a background transaction of their workspace; null when they are no longer in it.
 */
export async function asPerson(
  tx: Tx,
  services: Services,
  tenantId: string,
  userId: string,
): Promise<RecordContext | null> {
  const { rows } = await tx.query<Person>(person, [tenantId, userId])
  const [found] = rows
  if (!found) return null
  const { email, name, role, tenant_name: tenantName } = found
  const caller: Caller = { userId, email, name, sessionId: newId(), tenantId, tenantName, role }
  return recordContext(tx, caller, services)
}
