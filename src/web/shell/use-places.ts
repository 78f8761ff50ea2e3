import { useMemo } from 'react'
import { useNearestRoute } from './use-current-route.ts'
import { currentPlace, navigationTree, type Place } from './navigation-tree.ts'
import { useRouteList } from './use-route-list.ts'

/** The navigation of this person, and which of its places the page belongs to. */
export function usePlaces(): { places: Place[]; current: string | null } {
  const routes = useRouteList()
  const route = useNearestRoute()?.route ?? null
  return useMemo(
    () => ({ places: navigationTree(routes), current: currentPlace(route, routes) }),
    [routes, route],
  )
}
