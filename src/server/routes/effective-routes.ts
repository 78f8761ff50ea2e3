import { isOutsideRole } from '#contracts/role.ts'
import type { Route, RouteWrite } from '#contracts/route.ts'
import { rolesOf } from '../workspaces/roles-of.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockIdOf, stockRoute, stockRoutes } from '../features/stock-screens.ts'
import { listDefinitions } from '../releases/definitions.ts'

/**
 * Every route of the workspace: its own, and the shipped ones it has not replaced; by order, then path. Those that need
 * models the workspace does not have are not in the navigation.
 */
export async function effectiveRoutes(tx: Tx): Promise<Route[]> {
  const own = (await listDefinitions(tx, 'route')).map(({ id, key, body }): Route => {
    const route = body as RouteWrite
    const shipped = stockRoute(key)
    if (!shipped) return { ...route, id, origin: 'own' }
    return { ...route, id, origin: 'customised', ...(route.title !== shipped.title && { renamed: true }) }
  })
  const taken = new Set(own.map(({ path }) => path))
  const shipped = stockRoutes
    .filter(({ path }) => !taken.has(path))
    .map((route): Route => ({ ...route, id: stockIdOf(route.path), origin: 'stock' }))
  const models = await modelKeys(tx)
  return [...own, ...shipped]
    .map((route) =>
      route.needs?.some((key) => !models.has(key)) === true ? { ...route, nav: false } : route,
    )
    .sort((a, b) => a.order - b.order || (a.path < b.path ? -1 : 1))
}

async function modelKeys(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ key: string }>(
    "select key from app.released where tenant_id = app.current_tenant() and kind = 'model'",
  )
  return new Set(rows.map(({ key }) => key))
}

/** Whether a role may open a route: those it lists, else everybody but customers; owners always. */
export function mayOpenRoute({ access }: Pick<RouteWrite, 'access'>, role: string): boolean {
  if (role === 'owner') return true
  return access.roles ? access.roles.includes(role) : !isOutsideRole(role)
}

/** The routes the caller may open, with the screen that is for their role. What is made for customers does not stand in the navigation of who works here. */
export async function openRoutes(tx: Tx, caller: Caller): Promise<Route[]> {
  const roles = rolesOf(caller)
  const worksHere = !roles.some(isOutsideRole)
  return (await effectiveRoutes(tx))
    .filter((route) => roles.every((role) => mayOpenRoute(route, role)))
    .map(({ by_role: byRole, ...route }) => ({
      ...route,
      layout: byRole?.find(({ role }) => roles.includes(role))?.layout ?? route.layout,
      ...(worksHere && isForOutsiders(route) && { nav: false }),
    }))
}

/** Whether a route is made for customers or the public alone. */
export const isForOutsiders = ({ access: { roles } }: Route): boolean =>
  roles !== undefined && roles.length > 0 && roles.every(isOutsideRole)
