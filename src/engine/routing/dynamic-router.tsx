import { useMemo, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { isUuid } from '#base/ids.ts'
import type { Layout } from '#contracts/layout.ts'
import type { RouteAccess } from '#contracts/layout-answer.ts'
import type { Route } from '#contracts/route.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useNotLive } from '../data/not-live.ts'
import { LayoutView, ScreenSkeleton } from '../rendering/layout-view.tsx'
import { useLayout } from '../rendering/use-layout.ts'
import { matchRoute } from './match-route.ts'
import { NoAccessScreen } from './no-access-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { useRouteAccess } from './use-route-access.ts'
import { useRoutes } from './use-routes.ts'

interface DynamicRouterProps {
  /** Hears the screen's title and its name of the record above, for the window and the breadcrumbs. */
  onTitle?: (title: string, above: string) => void
  /** What to show where no screen has the path; the engine's own page otherwise. */
  notFound?: (path: string) => ReactNode
  /** What to show of a screen that is not for this person's role; the engine's own page otherwise. */
  noAccess?: (access: RouteAccess) => ReactNode
}

/**
 * Every address that no hand-written page has: matches the workspace's routes, asks for access and for the layout at the
 * same time, and draws it.
 */
export function DynamicRouter({ onTitle, notFound, noAccess }: DynamicRouterProps) {
  const { pathname } = useLocation()
  const { data: routes, error, isFetching, refetch } = useRoutes()
  const match = useMemo(() => (routes ? matchRoute(routes, pathname) : null), [routes, pathname])
  const t = useTranslate()
  if (match)
    return (
      <MatchedScreen
        key={match.route.id}
        route={match.route}
        params={match.params}
        onTitle={onTitle}
        notFound={notFound}
        noAccess={noAccess}
      />
    )
  if (routes) return notFound?.(pathname) ?? <NotFoundScreen path={pathname} />
  if (!error) return <ScreenSkeleton />
  return (
    <ErrorState title={t('The list of screens could not be read')} onRetry={refetch} retrying={isFetching}>
      {t(error.message)}
    </ErrorState>
  )
}

interface MatchedScreenProps {
  route: Route
  params: Record<string, string>
  onTitle: DynamicRouterProps['onTitle']
  notFound: DynamicRouterProps['notFound']
  noAccess: DynamicRouterProps['noAccess']
}

function MatchedScreen({ route, params, onTitle, notFound, noAccess }: MatchedScreenProps) {
  const { pathname, search } = useLocation()
  const access = useRouteAccess(pathname, route.id)
  // Asked for now, so that it comes while the check is on its way.
  const { data } = useLayout(route.layout)
  const query = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search])
  const t = useTranslate()
  // The application says that a copy is shown: nothing more is to be said then.
  const copy = useNotLive().active
  if (!access) return <ScreenSkeleton />
  if (!access.hasAccess) return noAccess?.(access) ?? <NoAccessScreen />
  if (data && hasStrayId(data.layout, params))
    return notFound?.(pathname) ?? <NotFoundScreen path={pathname} />
  return (
    <>
      {access.reason === 'check_failed' && !copy && (
        <Notice look="banner" tone="warning">
          {t('Your access could not be checked.')}
        </Notice>
      )}
      <LayoutView
        layoutKey={route.layout}
        params={{ ...route.params, ...params }}
        query={query}
        {...(onTitle && { onTitle })}
      />
    </>
  )
}

// Nothing is known by it: there is no such page, rather than a question that nobody can answer.
const hasStrayId = (layout: Layout, params: MatchedScreenProps['params']): boolean =>
  Object.entries(params).some(([key, value]) => layout.params[key]?.type === 'id' && !isUuid(value))
