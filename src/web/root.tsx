import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom'
import { LinkProvider } from '#ui/link.tsx'
import { Toaster } from '#ui/toasts/toaster.tsx'
import { TooltipLayer } from '#ui/tooltip-layer.tsx'
import { ApiBaseNotice } from './api-base-notice.tsx'
import { EngineMount } from './engine-mount.tsx'
import { ApplicationLink } from './router-link.tsx'
import { useSession } from './session/session-context.ts'
import { useAccountLanguage } from './session/use-account-language.ts'

/** Around every page: links, toasts, tooltips, notices that concern all of them. */
export function Root() {
  useAccountLanguage()
  useRecovery()
  return (
    <LinkProvider value={ApplicationLink}>
      <EngineMount>
        <Outlet />
      </EngineMount>
      <ApiBaseNotice />
      <Toaster />
      <TooltipLayer />
      <ScrollRestoration />
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
