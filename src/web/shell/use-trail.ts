import type { Crumb } from '#ui/breadcrumbs.tsx'
import { useTranslate } from '#ui/translate.ts'
import { breadcrumbTrail } from './breadcrumb-trail.ts'
import { useScreenTitle } from './screen-title.ts'
import { useRouteMatch } from './use-current-route.ts'
import { useRouteList } from './use-route-list.ts'

/** The breadcrumbs of the page. */
export function useTrail(): Crumb[] {
  const t = useTranslate()
  const routes = useRouteList()
  const match = useRouteMatch()
  const title = useScreenTitle()
  if (!match) return title ? [{ label: title }] : []
  return breadcrumbTrail({ ...match, title }, routes, t)
}
