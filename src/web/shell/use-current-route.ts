import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { Route } from '#contracts/route.ts'
import { matchRoute, type RouteMatch } from '#engine/routing/match-route.ts'
import { useRouteList } from './use-route-list.ts'

/** The route of the page, with its parameters. */
export function useRouteMatch(): RouteMatch<Route> | null {
  const routes = useRouteList()
  const { pathname } = useLocation()
  return useMemo(() => matchRoute(routes, pathname), [routes, pathname])
}

/** The route of the page; on a page that is no screen of the workspace, such as the editor, that of the screen above it. */
export function useNearestRoute(): RouteMatch<Route> | null {
  const routes = useRouteList()
  const { pathname } = useLocation()
  return useMemo(() => nearestMatch(routes, pathname), [routes, pathname])
}

function nearestMatch(routes: readonly Route[], pathname: string): RouteMatch<Route> | null {
  for (let path = pathname; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const match = matchRoute(routes, path)
    if (match) return match
  }
  return null
}
