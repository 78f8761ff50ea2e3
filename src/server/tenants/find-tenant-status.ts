import type { TenantStatus } from '#contracts/tenant.ts'
import type { Tx } from '../database/in-tenant.ts'
import { myTenants, type MyTenant } from './my-tenants.ts'

/** What a client says about the workspace it is at; nulls where it says nothing. */
export interface StatusHints {
  subdomain: string | null
  name: string | null
  tenantId: string | null
}

/**
 * Which workspace this person is in (S-01…S-04). Looks only among their own, so a foreign workspace, an unknown one and
 * a misspelt one answer alike: `needs_selection`.
 */
export async function findTenantStatus(tx: Tx, hints: StatusHints): Promise<TenantStatus> {
  const tenants = await myTenants(tx)
  if (hints.subdomain !== null) {
    const label = hints.subdomain.toLowerCase()
    return statusOf(
      tenants.find(({ subdomain }) => subdomain === label),
      'locked',
    )
  }
  if (hints.name !== null) {
    const named = tenants.filter(({ name }) => name === hints.name)
    return statusOf(named.length === 1 ? named[0] : undefined, 'selected')
  }
  if (hints.tenantId !== null)
    return statusOf(
      tenants.find(({ id }) => id === hints.tenantId),
      'selected',
    )
  const only = tenants.length === 1 ? tenants[0] : undefined
  return statusOf(tenants.find(({ selected }) => selected) ?? only, 'selected')
}

function statusOf(tenant: MyTenant | undefined, status: 'selected' | 'locked'): TenantStatus {
  if (!tenant) return { status: 'needs_selection' }
  return { status, tenant_id: tenant.id, name: tenant.name, role: tenant.role }
}
