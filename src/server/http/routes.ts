import {
  checkRouteAccess,
  createRoute as createEndpoint,
  deleteRoute as deleteEndpoint,
  listRoutes,
  updateRoute as updateEndpoint,
} from '#contracts/api/routes.ts'
import { inTenant } from '../database/in-tenant.ts'
import { effectiveRoutes, mayOpenRoute, openRoutes } from '../routes/effective-routes.ts'
import { matchPath } from '../routes/match-path.ts'
import { createRoute, deleteRoute, updateRoute } from '../routes/write-route.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

export const routeHandlers = [
  handle(listRoutes, async ({ caller }) =>
    inTenant(caller, async (tx) => wholeList(await openRoutes(tx, caller))),
  ),

  handle(
    createEndpoint,
    async ({ caller, body }) => inTenant(caller, (tx) => createRoute(tx, caller, body)),
    { mode: 'release' },
  ),

  handle(
    updateEndpoint,
    async ({ caller, params, body }) => inTenant(caller, (tx) => updateRoute(tx, caller, params.id, body)),
    { mode: 'release' },
  ),

  handle(
    deleteEndpoint,
    async ({ caller, params }) => inTenant(caller, (tx) => deleteRoute(tx, caller, params.id)),
    { mode: 'release' },
  ),

  handle(
    checkRouteAccess,
    async ({ caller, body }) =>
      inTenant(caller, async (tx) => {
        const routes = await effectiveRoutes(tx)
        const byId = body.route_id ? routes.find(({ id }) => id === body.route_id) : undefined
        const route = byId ?? matchPath(routes, body.route_path)
        // A route that is not there is shown as not found by the router; there is nothing to keep from anybody.
        if (!route) return { hasAccess: caller.role !== 'customer', reason: 'no_route' }
        const allowed = mayOpenRoute(route, caller.role)
        return { hasAccess: allowed, reason: allowed ? 'allowed' : 'role_not_allowed' }
      }),
    { mode: 'read' },
  ),
]
