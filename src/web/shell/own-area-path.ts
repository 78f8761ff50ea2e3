import type { Route } from '#contracts/route.ts'
import { matchRoute } from '#engine/routing/match-route.ts'

/**
 * Where a customer reads what others read at an address, `/estimates/{id}` say, which a link that somebody of the workspace
 * copied leads to; null: their area has no such screen.
 */
export function ownAreaPath(routes: readonly Route[], path: string): string | null {
  const own = `/customer${path}`
  return matchRoute(routes, own) ? own : null
}
