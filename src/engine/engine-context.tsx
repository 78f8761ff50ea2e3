import { createContext, use } from 'react'
import { must } from '#base/assert.ts'
import type { ApiClient } from './data/api-client.ts'
import type { Asking } from './data/batch-queries.ts'
import type { ComponentViews } from './registry/component-registry.ts'
import type { Dialogs } from './rendering/dialogs.ts'

export interface Engine extends Asking {
  api: ApiClient
  views: ComponentViews
  /** What is open above the screen. */
  dialogs: Dialogs
}

/** Set by `EngineProvider` (engine-provider.tsx). */
export const EngineContext = createContext<Engine | null>(null)

/** The engine; only below `EngineProvider`. */
export const useEngine = (): Engine => must(use(EngineContext), 'EngineProvider is missing')

/** The way to the API: `useApi().call('GET /api/…')`. */
export const useApi = (): ApiClient => useEngine().api
