import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { componentViews } from '#components/views.ts'
import { currentPreview } from '#engine/data/preview.ts'
import { EngineProvider } from '#engine/engine-provider.tsx'
import type { EngineSession } from '#engine/session-context.tsx'
import { useApplication } from './application-context.ts'
import { useSession } from './session/session-context.ts'
import { openWorkspace } from './session/session-state.ts'

const BehindTheScreen = lazy(async () => ({
  default: (await import('./behind-the-screen.tsx')).BehindTheScreen,
}))

/** Gives the engine what is the application's: the components, the way to the API, who is here. */
export function EngineMount({ children }: { children: ReactNode }) {
  const { api, asking, queryClient } = useApplication()
  const user = useSession(({ auth }) => (auth.phase === 'signed-in' ? auth.user : null))
  const tenant = useSession(openWorkspace)
  const session = useMemo<EngineSession>(() => {
    const preview = currentPreview(tenant?.id ?? null)
    const person = preview?.person && { ...preview.person, email: null }
    return {
      user: person ?? (user && { id: user.id, email: user.email, name: user.name }),
      tenant: tenant && { id: tenant.id, name: tenant.name },
      role: preview?.role.key ?? tenant?.role ?? null,
    }
  }, [user, tenant])
  return (
    <EngineProvider
      views={componentViews}
      api={api}
      asking={asking}
      session={session}
      queryClient={queryClient}
    >
      {children}
      <Suspense>
        <BehindTheScreen />
      </Suspense>
    </EngineProvider>
  )
}
