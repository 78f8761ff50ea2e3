import {
  askRouteAccess,
  checkRouteAccess,
  createRoute as createEndpoint,
  deleteRoute as deleteEndpoint,
  listRoutes,
  updateRoute as updateEndpoint,
} from '#contracts/api/routes.ts'
import { inTenant } from '../database/in-tenant.ts'
import { askForAccess } from '../routes/ask-for-access.ts'
import { listingRoutes } from '../routes/listing-routes.ts'
import { routeAccess } from '../routes/route-access.ts'
import { createRoute, deleteRoute, updateRoute } from '../routes/write-route.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

export const routeHandlers = [
  handle(listRoutes, async ({ caller }) =>
    inTenant(caller, async (tx) => wholeList(await listingRoutes(tx, caller))),
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
      inTenant(caller, (tx) => routeAccess(tx, caller, body.route_path, body.route_id ?? null)),
    { mode: 'read' },
  ),

  handle(askRouteAccess, async ({ caller, services, body }) =>
    inTenant(caller, (tx) => askForAccess(tx, caller, services, body.route_path)),
  ),
]
