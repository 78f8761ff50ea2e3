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

/** The route of the page; null on pages that are no screen of the workspace. */
export const useCurrentRoute = (): Route | null => useRouteMatch()?.route ?? null
