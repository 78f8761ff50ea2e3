import type { RouteAccess } from '#contracts/layout-answer.ts'
import { rolesOf } from '../workspaces/roles-of.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockRoute } from '../features/stock-screens.ts'
import { loadAccess } from '../workspaces/require-manage.ts'
import { effectiveRoutes, mayOpenRoute } from './effective-routes.ts'
import { matchPath } from './match-path.ts'

/** Somebody who can give a role that opens more. */
export interface Admin {
  id: string
  name: string
  email: string | null
}

/** Owners first, then admins, by name. */
export async function admins(tx: Tx): Promise<Admin[]> {
  const { rows } = await tx.query<Admin>(
    `select id, name, email from app.list_members() where role in ('owner', 'admin') and status = 'active'
     order by role = 'owner' desc, lower(name), id limit 10`,
  )
  return rows
}

/**
 * Whether the caller may open a path. Where a shipped screen is not for their role, it is said what it is and who can
 * change that. A workspace's own screen they may not open is answered like one that does not exist.
 */
export async function routeAccess(
  tx: Tx,
  caller: Caller,
  path: string,
  routeId: string | null,
): Promise<RouteAccess> {
  const routes = await effectiveRoutes(tx)
  const byId = routeId === null ? undefined : routes.find(({ id }) => id === routeId)
  const route = byId ?? matchPath(routes, path)
  if (route && rolesOf(caller).every((role) => mayOpenRoute(route, role)))
    return { hasAccess: true, reason: 'allowed' }
  const shipped = route ? stockRoute(route.path) : undefined
  if (!shipped) {
    // Whoever manages routes sees them all: for them there is really none.
    const { access } = await loadAccess(tx, caller)
    return { hasAccess: access.manages('routes'), reason: 'no_route' }
  }
  return {
    hasAccess: false,
    reason: 'role_not_allowed',
    screen: { title: shipped.title, icon: shipped.icon },
    admins: (await admins(tx)).map(({ name }) => name),
  }
}
