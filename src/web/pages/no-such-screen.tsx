import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ScreenSkeleton } from '#engine/rendering/layout-view.tsx'
import { useRouteAccess } from '#engine/routing/use-route-access.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { homePath } from '../shell/home-path.ts'
import { ownAreaPath } from '../shell/own-area-path.ts'
import { useSetScreenTitle } from '../shell/set-screen-title.ts'
import { useRouteList } from '../shell/use-route-list.ts'
import { NoAccess } from './no-access.tsx'

/**
 * No screen this person may open has this address: the server says whether it may be told that there is one for others.
 * Who may not see the dashboard begins elsewhere, and a customer is led to what stands in their area for the same thing.
 */
export function NoSuchScreen() {
  const { pathname, search, hash } = useLocation()
  const routes = useRouteList()
  const home = homePath(routes)
  const own = ownAreaPath(routes, pathname)
  const access = useRouteAccess(pathname, null)
  if (pathname === '/dashboard' && home !== null && home !== pathname) return <Navigate to={home} replace />
  if (own !== null) return <Navigate to={own + search + hash} replace />
  if (!access) return <ScreenSkeleton />
  return access.reason === 'role_not_allowed' ? (
    <NoAccess access={access} />
  ) : (
    <Nothing path={pathname} home={home} />
  )
}

/** Shown inside the frame, with the path. */
function Nothing({ path, home }: { path: string; home: string | null }) {
  const t = useTranslate()
  const setTitle = useSetScreenTitle()
  const title = t('There is no screen at this address')
  useEffect(() => setTitle(title), [setTitle, title])
  const action = home !== null && home !== path && (
    <Link href={home} className={buttonClass({ variant: 'primary' })}>
      {t('Go to the start')}
    </Link>
  )
  return (
    <EmptyState level={1} icon="search" title={title} action={action}>
      <code>{path}</code>
    </EmptyState>
  )
}
