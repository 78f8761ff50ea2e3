import { AppError } from '#base/app-error.ts'
import {
  closeTenant as closeEndpoint,
  createTenant,
  handOverTenant as handOverEndpoint,
  listClosedTenants,
  listTenants,
  readSubdomainAnswer,
  reopenTenant as reopenEndpoint,
  updateTenant,
} from '#contracts/api/tenants.ts'
import { inTenant, inUser } from '../database/in-tenant.ts'
import { makeTenant } from '../tenants/make-tenant.ts'
import { myTenants } from '../tenants/my-tenants.ts'
import { changeTenant } from '../tenants/change-tenant.ts'
import { closeTenant, myClosedTenants, reopenTenant } from '../tenants/close-tenant.ts'
import { handOverTenant } from '../tenants/hand-over-tenant.ts'
import { subdomainAvailable } from '../tenants/subdomain-available.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

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

  handle(readSubdomainAnswer, async ({ user, search, services }) => {
    services.limiter.take('subdomain', user.userId, 120, 60)
    return inUser(user, (tx) => subdomainAvailable(tx, search.subdomain, search.tenant ?? null))
  }),

  handle(listClosedTenants, async ({ user }) =>
    inUser(user, async (tx) => wholeList(await myClosedTenants(tx))),
  ),

  handle(
    handOverEndpoint,
    async ({ caller, params, body, services }) => {
      if (params.id !== caller.tenantId) throw new AppError('not_found')
      await inTenant(caller, (tx) => handOverTenant(tx, caller, services, body.user_id.toLowerCase()))
    },
    { mode: 'release' },
  ),

  handle(
    closeEndpoint,
    async ({ caller, params, body, services }) => {
      if (params.id !== caller.tenantId) throw new AppError('not_found')
      return inTenant(caller, (tx) => closeTenant(tx, caller, services, body.name))
    },
    { mode: 'release' },
  ),

  handle(reopenEndpoint, async ({ user, params }) => inUser(user, (tx) => reopenTenant(tx, params.id))),
]
