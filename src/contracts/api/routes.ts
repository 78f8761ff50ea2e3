import { z } from 'zod'
import type { RouteAccess } from '../layout-answer.ts'
import { routeUpdateSchema, routeWriteSchema, type Route } from '../route.ts'
import { defineEndpoint } from './endpoint.ts'

const routeParams = z.strictObject({ id: z.string().min(1).max(320) })

export const listRoutes = defineEndpoint({
  method: 'GET',
  path: '/api/routes',
  summary: 'The screens this person may open: shipped, changed and own',
  access: 'tenant',
  answer: z.custom<{ rows: Route[]; page: { size: number; after: string | null } }>(),
})

export const createRoute = defineEndpoint({
  method: 'POST',
  path: '/api/routes',
  summary: 'Make a route; one of the same path as a shipped one takes its place',
  access: 'tenant',
  body: routeWriteSchema,
  answer: z.custom<Route>(),
  status: 201,
  errors: ['forbidden', 'invalid', 'not_unique'],
})

/** A shipped route (`stock:<path>`) becomes the workspace's own copy. */
export const updateRoute = defineEndpoint({
  method: 'PUT',
  path: '/api/routes/{id}',
  summary: 'Change a route; absent stays as it is',
  access: 'tenant',
  params: routeParams,
  body: routeUpdateSchema,
  answer: z.custom<Route>(),
  errors: ['forbidden', 'invalid', 'not_unique'],
})

export const deleteRoute = defineEndpoint({
  method: 'DELETE',
  path: '/api/routes/{id}',
  summary: 'Delete a route; a shipped one of the same path shows again',
  access: 'tenant',
  params: routeParams,
  status: 204,
  errors: ['forbidden'],
})

export const checkRouteAccess = defineEndpoint({
  method: 'POST',
  path: '/api/route-access/check',
  summary: 'Whether this person may open a path',
  access: 'tenant',
  body: z.strictObject({
    route_path: z.string().min(1).max(2000),
    route_id: z.string().max(320).nullable().optional(),
  }),
  answer: z.custom<RouteAccess>(),
})

/** For a screen that `checkRouteAccess` names; for any other path it answers as if there were none. */
export const askRouteAccess = defineEndpoint({
  method: 'POST',
  path: '/api/route-access/ask',
  summary: 'Ask those who can give access to a screen, by mail',
  access: 'tenant',
  body: z.strictObject({ route_path: z.string().min(1).max(2000) }),
  answer: z.custom<{ asked: string[] }>(),
  errors: ['invalid', 'unavailable'],
})
