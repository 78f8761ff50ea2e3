import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { must } from '#base/assert.ts'
import type { ApiClient } from './data/api-client.ts'
import { batchQueries, type AskQuery } from './data/batch-queries.ts'
import { SessionProvider, type EngineSession } from './session-context.tsx'
import type { ComponentViews } from './registry/component-registry.ts'

export interface Engine {
  api: ApiClient
  views: ComponentViews
  /** Asks one question; those of the same tick share one call. */
  ask: AskQuery
}

interface EngineProviderProps {
  /** `componentViews` of components/views.ts: the engine knows no component itself. */
  views: ComponentViews
  api: ApiClient
  session: EngineSession
  queryClient: QueryClient
  children: ReactNode
}

const EngineContext = createContext<Engine | null>(null)

/** Gives everything below it the way to the server, the views and the session. One, at the root of the application. */
export function EngineProvider({ views, api, session, queryClient, children }: EngineProviderProps) {
  const engine = useMemo(() => ({ api, views, ask: batchQueries(api) }), [api, views])
  return (
    <QueryClientProvider client={queryClient}>
      <EngineContext value={engine}>
        <SessionProvider value={session}>{children}</SessionProvider>
      </EngineContext>
    </QueryClientProvider>
  )
}

/** The engine; only below `EngineProvider`. */
export const useEngine = (): Engine => must(use(EngineContext), 'EngineProvider is missing')

/** The way to the API: `useApi().call('GET /api/…')`. */
export const useApi = (): ApiClient => useEngine().api
