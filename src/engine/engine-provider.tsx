import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { ApiClient } from './data/api-client.ts'
import { createAsking, type Asking } from './data/batch-queries.ts'
import { EngineContext } from './engine-context.tsx'
import type { ComponentViews } from './registry/component-registry.ts'
import { DialogHost } from './rendering/dialog-host.tsx'
import { createDialogs } from './rendering/dialogs.ts'
import { SessionProvider, type EngineSession } from './session-context.tsx'

interface EngineProviderProps {
  /** `componentViews` of components/views.ts: the engine knows no component itself. */
  views: ComponentViews
  api: ApiClient
  /** Where questions were asked before this stands: the same way as theirs. */
  asking?: Asking
  session: EngineSession
  /** Of `createQueryClient`; clear it when the person or the workspace changes. */
  queryClient: QueryClient
  children: ReactNode
}

/**
 * Gives everything below it the way to the server, the views, the session, and a place for what opens above the screen.
 * One, at the root of the application, inside the router.
 */
export function EngineProvider({ views, api, asking, session, queryClient, children }: EngineProviderProps) {
  const engine = useMemo(
    () => ({ api, views, ...(asking ?? createAsking(api)), dialogs: createDialogs() }),
    [api, asking, views],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <EngineContext value={engine}>
        <SessionProvider value={session}>
          {children}
          <DialogHost />
        </SessionProvider>
      </EngineContext>
    </QueryClientProvider>
  )
}
