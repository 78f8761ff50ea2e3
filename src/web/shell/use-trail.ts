import type { Route } from '#contracts/route.ts'
import { routeTitle } from '#engine/routing/route-title.ts'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { useTranslate } from '#ui/translate.ts'
import { breadcrumbTrail } from './breadcrumb-trail.ts'
import { untitled, useScreenTitle } from './screen-title.ts'
import { useNearestRoute, useRouteMatch } from './use-current-route.ts'
import { useRouteList } from './use-route-list.ts'

/** The breadcrumbs of the page. */
export function useTrail(): Crumb[] {
  const t = useTranslate()
  const routes = useRouteList()
  const match = useRouteMatch()
  const above = useNearestRoute()
  const said = useScreenTitle()
  const titleOf = (route: Route): string => routeTitle(route, t)
  if (match) return breadcrumbTrail({ ...match, ...said }, routes, titleOf)
  if (!said.title) return []
  // A page that is no screen, such as the editor, hangs under the nearest one that is.
  const trail = above ? breadcrumbTrail({ ...above, ...untitled }, routes, titleOf) : []
  const last = trail.pop()
  if (last && above) trail.push({ ...last, href: above.route.path })
  return [...trail, { label: said.title }]
}
