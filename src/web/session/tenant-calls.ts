import { personKey } from './forget-workspace.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import type { Tenant } from '#contracts/tenant.ts'
import type { TenantAnswer } from './tenant-state.ts'

/** The cache's key of the person's workspaces. */
export const tenantsKey = [personKey, 'tenants'] as const

/** The workspaces of the person, by name. */
export const listTenants = async (api: ApiClient): Promise<Tenant[]> =>
  (await api.call('GET /api/tenants')).rows.toSorted((a, b) => a.name.localeCompare(b.name))

/** A workspace of the person as the status call would answer it. */
export const tenantAnswer = ({ id, name, role }: Tenant): TenantAnswer => ({
  status: 'selected',
  tenant_id: id,
  name,
  role,
})
