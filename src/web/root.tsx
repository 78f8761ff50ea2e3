import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LinkProvider } from '#ui/link.tsx'
import { Toaster } from '#ui/toasts/toaster.tsx'
import { EngineMount } from './engine-mount.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { ApplicationLink } from './router-link.tsx'
import { useSession } from './session/session-context.ts'
import { useWindowScroll } from './use-window-scroll.ts'

// Neither is needed for the first screen.
const ApiBaseNotice = lazy(() =>
  import('./api-base-notice.tsx').then((module) => ({ default: module.ApiBaseNotice })),
)
const TooltipLayer = lazy(() =>
  import('#ui/tooltip-layer.tsx').then((module) => ({ default: module.TooltipLayer })),
)

/** Around every page: links, the engine, toasts, tooltips, notices that concern all of them. */
export function Root({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  useRecovery()
  useWindowScroll()
  return (
    <LinkProvider value={ApplicationLink}>
      <PageBoundary place={key}>
        <EngineMount>
          <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
        </EngineMount>
      </PageBoundary>
      <Toaster />
      <Suspense>
        <ApiBaseNotice />
        <TooltipLayer />
      </Suspense>
    </LinkProvider>
  )
}

// Whoever comes by the mail of a forgotten password chooses a new one first, whichever page the link led to.
function useRecovery(): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const recovery = useSession(({ auth }) => auth.phase === 'signed-in' && auth.recovery)
  useEffect(() => {
    if (recovery && pathname !== '/auth/reset') void navigate('/auth/reset', { replace: true })
  }, [recovery, pathname, navigate])
}
