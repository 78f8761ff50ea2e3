import { AppError } from '#base/app-error.ts'
import {
  closeTenant as closeEndpoint,
  createTenant,
  deleteLogo,
  handOverTenant as handOverEndpoint,
  listClosedTenants,
  listTenants,
  readLetterhead,
  readLogo as readLogoEndpoint,
  readSubdomainAnswer,
  reopenTenant as reopenEndpoint,
  updateTenant,
  writeLogo,
} from '#contracts/api/tenants.ts'
import { inTenant, inUser } from '../database/in-tenant.ts'
import { brandIn, myBrands, readLogo, setLogo } from '../tenants/brands.ts'
import { letterheadOf } from '../tenants/letterhead.ts'
import { makeTenant } from '../tenants/make-tenant.ts'
import { myTenants } from '../tenants/my-tenants.ts'
import { changeTenant } from '../tenants/change-tenant.ts'
import { closeTenant, myClosedTenants, reopenTenant } from '../tenants/close-tenant.ts'
import { handOverTenant } from '../tenants/hand-over-tenant.ts'
import { subdomainAvailable } from '../tenants/subdomain-available.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { receiveBytes } from './receive-bytes.ts'
import { handle, handleBytes } from './route.ts'
import { wholeList } from './whole-list.ts'

export const tenantHandlers = [
  handle(listTenants, async ({ user }) => {
    const [rows, brands] = await inUser(
      user,
      async (tx) => [await myTenants(tx), await myBrands(tx)] as const,
    )
    return {
      rows: rows.map(({ id, name, subdomain, role }) => ({
        id,
        name,
        subdomain,
        role,
        ...brandIn(brands, id),
      })),
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

  handle(readLetterhead, async ({ caller, params }) => {
    if (params.id !== caller.tenantId) throw new AppError('not_found')
    return inTenant(caller, async (tx) => {
      await requireManage(tx, caller, 'workspace')
      const { letterhead, offer_terms } = await letterheadOf(tx, caller.tenantId)
      return { letterhead, offer_terms }
    })
  }),

  handleBytes(
    writeLogo,
    async ({ caller, params, context }) => {
      if (params.id !== caller.tenantId) throw new AppError('not_found')
      return receiveBytes(context, writeLogo)
    },
    async ({ caller, given }) =>
      inTenant(caller, async (tx) => {
        await setLogo(tx, caller, given)
        return changeTenant(tx, caller, {})
      }),
    { mode: 'release' },
  ),

  handle(
    deleteLogo,
    async ({ caller, params }) => {
      if (params.id !== caller.tenantId) throw new AppError('not_found')
      await inTenant(caller, (tx) => setLogo(tx, caller, null))
    },
    { mode: 'release' },
  ),

  handle(readLogoEndpoint, async ({ params, services, address }) => {
    services.limiter.take('logo', address, 600, 60)
    const { bytes, type } = await readLogo(services.database.requests, params.tenant, params.logo)
    return new Response(bytes, {
      headers: {
        'Content-Type': type,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "sandbox; default-src 'none'",
        // Another logo has another address.
        'Cache-Control': 'public, max-age=31536000, immutable',
        // Mail programs show it, too.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    })
  }),

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
