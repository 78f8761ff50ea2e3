import { lazy } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { LoadingScreen } from './loading-screen.tsx'
import { signInPath, withNext } from './session/safe-next.ts'
import { useSession } from './session/session-context.ts'
import { useTranslate } from '#ui/translate.ts'

const AccessDenied = lazy(() =>
  import('./pages/access-denied.tsx').then((module) => ({ default: module.AccessDenied })),
)
const AuthFailed = lazy(() =>
  import('./pages/auth-failed.tsx').then((module) => ({ default: module.AuthFailed })),
)

const secondStepPath = '/auth/second-step'

interface GuardProps {
  /** `workspace`: one must be selected; `person`: being signed in is enough. */
  needs: 'workspace' | 'person'
}

/** Lets in who is signed in (S-10, S-11), and who is in a workspace where one is needed (S-02, S-03). */
export function Guard({ needs }: GuardProps) {
  const t = useTranslate()
  const location = useLocation()
  const auth = useSession((state) => state.auth)
  const tenant = useSession((state) => state.tenant)
  const here = location.pathname + location.search + location.hash
  switch (auth.phase) {
    case 'starting':
    case 'leaving':
      return <LoadingScreen />
    case 'retrying':
      return <LoadingScreen text={t('Checking your sign-in again…')} />
    case 'failed':
      return <AuthFailed message={auth.message} />
    case 'signed-out':
      return <Navigate to={signInPath(here)} replace />
    case 'signed-in':
      break
  }
  if (auth.secondStep) return <Navigate to={withNext(secondStepPath, here)} replace />
  if (auth.recovery) return <Navigate to="/auth/reset" replace />
  if (needs === 'person') return <Outlet />
  switch (tenant.status) {
    case 'loading':
      return <LoadingScreen />
    case 'error':
      return <AccessDenied subdomain={tenant.subdomain} />
    case 'required':
      return <Navigate to={selectPath(here)} replace />
    case 'selected':
      // Another workspace is another application: nothing of the one before stays mounted.
      return <Outlet key={tenant.tenant.id} />
  }
}

const selectPath = (here: string): string =>
  here === '/dashboard' ? '/auth/select-tenant' : withNext('/auth/select-tenant', here)
