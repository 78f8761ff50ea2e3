import { AppError } from '#base/app-error.ts'
import { isUuid } from '#base/ids.ts'
import type { Route, RouteUpdate, RouteWrite } from '#contracts/route.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockKeyOf, stockRoute } from '../features/stock-screens.ts'
import { readDefinition, readDefinitionById, type Definition } from '../releases/definitions.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import { addDefinition, deleteDefinition, keyTaken, writeDefinition } from '../releases/write-definition.ts'
import { requireManage } from '../workspaces/require-manage.ts'

/** Makes a route; one of a shipped path takes its place. Throws 403, 422 (`not_unique` for a path of its own). */
export async function createRoute(tx: Tx, caller: Caller, route: RouteWrite): Promise<Route> {
  await requireManage(tx, caller, 'routes')
  return routeOf(await addDefinition(tx, caller, 'route', route.path, { ...route }, 'path'))
}

/** Changes what `change` names; a shipped route becomes the workspace's own copy. Throws 403, 404, 422. */
export async function updateRoute(tx: Tx, caller: Caller, id: string, change: RouteUpdate): Promise<Route> {
  await requireManage(tx, caller, 'routes')
  const before = await routeBefore(tx, id)
  const path = change.path ?? before.path
  const body = { ...before.body, ...change, path }
  if (path === before.path) return routeOf(await writeDefinition(tx, caller, 'route', path, body))
  if (await readDefinition(tx, 'route', path)) throw keyTaken('path')
  // Another path is another key: the old one goes, in the same release.
  const own = await readDefinition(tx, 'route', before.path)
  const { ids } = await releaseChanges(tx, caller, [
    ...(own ? [{ kind: 'route' as const, key: before.path, body: null }] : []),
    { kind: 'route', key: path, body },
  ])
  const written = await readDefinitionById(tx, 'route', ids.get(`route ${path}`) ?? '')
  if (!written) throw new AppError('not_found')
  return routeOf(written)
}

/** Deletes a route of the workspace; a shipped one of the same path shows again. Throws 403, 404. */
export async function deleteRoute(tx: Tx, caller: Caller, id: string): Promise<void> {
  await requireManage(tx, caller, 'routes')
  await deleteDefinition(tx, caller, 'route', (await routeBefore(tx, id)).path)
}

async function routeBefore(tx: Tx, id: string): Promise<{ path: string; body: Record<string, unknown> }> {
  const stock = stockKeyOf(id)
  const own = stock === null && isUuid(id) ? await readDefinitionById(tx, 'route', id.toLowerCase()) : null
  if (own) return { path: own.key, body: own.body }
  const path = stock ?? (await shippedPath(tx, id))
  const copy = path === null ? null : await readDefinition(tx, 'route', path)
  const shipped = path === null ? undefined : stockRoute(path)
  if (path === null || !(copy ?? shipped)) throw new AppError('not_found')
  return { path, body: copy?.body ?? { ...shipped } }
}

// Lists of screens give shipped routes a UUID.
async function shippedPath(tx: Tx, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const { rows } = await tx.query<{ key: string }>(
    `select key from app.stock_screens where kind = 'route' and app.stock_id('route', key) = $1`,
    [id],
  )
  return rows[0]?.key ?? null
}

function routeOf({ id, key, body }: Definition): Route {
  return { ...(body as RouteWrite), id, origin: stockRoute(key) ? 'customised' : 'own' }
}
