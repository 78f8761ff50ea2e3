import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Tenant } from '#contracts/tenant.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { recordEvent } from '../releases/record-event.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { checkSubdomain, subdomainTaken } from './check-subdomain.ts'
import { myTenants } from './my-tenants.ts'

export interface TenantChange {
  name?: string | undefined
  subdomain?: string | null | undefined
}

/** Changes name or subdomain of the caller's workspace. Throws 403, or 422 for a reserved or taken subdomain. */
export async function changeTenant(tx: Tx, caller: Caller, change: TenantChange): Promise<Tenant> {
  await requireManage(tx, caller, 'workspace')
  const before = must((await myTenants(tx)).find(({ id }) => id === caller.tenantId))
  const name = change.name ?? before.name
  const subdomain = change.subdomain === undefined ? before.subdomain : change.subdomain
  if (subdomain !== null && subdomain !== before.subdomain) checkSubdomain(subdomain)
  const { rows } = await tx.query<{ changed: boolean }>('select app.update_tenant($1, $2) as changed', [
    name,
    subdomain,
  ])
  if (rows[0]?.changed !== true)
    throw new AppError('not_unique', subdomainTaken, {
      details: [{ path: 'subdomain', code: 'not_unique', message: subdomainTaken }],
    })
  await recordEvent(tx, caller, {
    kind: 'updated',
    subject: 'tenant',
    recordId: caller.tenantId,
    before: { name: before.name, subdomain: before.subdomain },
    after: { name, subdomain },
  })
  return { id: caller.tenantId, name, subdomain, role: caller.role }
}
