import { AppError } from '#base/app-error.ts'
import { createTenant, listTenants, updateTenant } from '#contracts/api/tenants.ts'
import { inTenant, inUser } from '../database/in-tenant.ts'
import { makeTenant } from '../tenants/make-tenant.ts'
import { myTenants } from '../tenants/my-tenants.ts'
import { changeTenant } from '../tenants/change-tenant.ts'
import { handle } from './route.ts'

export const tenantHandlers = [
  handle(listTenants, async ({ user }) => {
    const rows = await inUser(user, myTenants)
    return {
      rows: rows.map(({ id, name, subdomain, role }) => ({ id, name, subdomain, role })),
      page: { size: rows.length, after: null },
    }
  }),

  handle(createTenant, async ({ user, body, services }) => {
    services.limiter.take('tenants', user.userId, 30, 3600)
    return inUser(user, (tx) => makeTenant(tx, user, body))
  }),

  handle(
    updateTenant,
    async ({ caller, params, body }) => {
      if (params.id !== caller.tenantId) throw new AppError('not_found')
      return inTenant(caller, (tx) => changeTenant(tx, caller, body))
    },
    { mode: 'release' },
  ),
]
