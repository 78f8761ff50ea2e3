import { isJsonObject } from '#base/json.ts'
import type { Layout } from '#contracts/layout.ts'
import { isOutsideRole } from '#contracts/role.ts'
import type { Route } from '#contracts/route.ts'
import { walkLayout } from '#contracts/walk-layout.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockLayouts } from '../features/stock-screens.ts'
import { loadAccess } from '../workspaces/require-manage.ts'
import { rolesOf } from '../workspaces/roles-of.ts'
import { isForOutsiders, openRoutes } from './effective-routes.ts'

type Tree = Pick<Layout, 'nodes' | 'root'>

/**
 * The routes the caller may open, each with the model whose records it lists, where the caller may read them. What is made
 * for customers lists nothing for who works here.
 */
export async function listingRoutes(tx: Tx, caller: Caller): Promise<Route[]> {
  const routes = await openRoutes(tx, caller)
  const { workspace, access } = await loadAccess(tx, caller)
  const own = await ownLists(tx, workspace)
  const worksHere = !rolesOf(caller).some(isOutsideRole)
  return routes.map((route) => {
    if (worksHere && isForOutsiders(route)) return route
    const listed = own.has(route.layout) ? own.get(route.layout) : shippedLists.get(route.layout)
    const model = listed && !/[{*]/.test(route.path) ? workspace.models.get(listed) : undefined
    return model && access.can(model, 'read') ? { ...route, lists: model.key } : route
  })
}

type Lists = ReadonlyMap<string, string | null>
// As a workspace, which is what one release says.
const listsOf = new WeakMap<Workspace, Lists>()

/** By key of the layouts that the workspace has itself: the model each lists. */
async function ownLists(tx: Tx, workspace: Workspace): Promise<Lists> {
  const known = listsOf.get(workspace)
  if (known) return known
  await tx.confirm()
  const { rows } = await tx.query<Tree & { key: string }>(
    `select key, body -> 'nodes' as nodes, body ->> 'root' as root
     from app.released where tenant_id = app.current_tenant() and kind = 'layout'`,
  )
  const lists = new Map(rows.map((row) => [row.key, listedModel(row)]))
  listsOf.set(workspace, lists)
  return lists
}

const shippedLists = new Map(stockLayouts.map((layout) => [layout.key, listedModel(layout)]))

/** The model whose records the first list of a screen shows, all of them until somebody narrows it; null for other screens. */
function listedModel(layout: Tree): string | null {
  const grid = walkLayout(layout)
    .map(({ id }) => layout.nodes[id])
    .find((node) => node?.component === 'data-grid')
  const { model, where } = grid?.props ?? {}
  return typeof model === 'string' && !alwaysNarrows(where) ? model : null
}

// A condition that is worked out whole of what somebody chose on the screen narrows only then.
function alwaysNarrows(where: unknown): boolean {
  return (
    isJsonObject(where) && !(typeof where['='] === 'string' && /\b(state|nodes|query)\./.test(where['=']))
  )
}
