import { createContext, use } from 'react'
import { must } from '#base/assert.ts'
import type { AnswerNumbers } from './data/answer-numbers.ts'
import type { ApiClient } from './data/api-client.ts'
import type { AskQuery } from './data/batch-queries.ts'
import type { ComponentViews } from './registry/component-registry.ts'
import type { Dialogs } from './rendering/dialogs.ts'

export interface Engine {
  api: ApiClient
  views: ComponentViews
  /** Asks one question; those of the same tick share one call. */
  ask: AskQuery
  /** How new each answer is. */
  numbers: AnswerNumbers
  /** What is open above the screen. */
  dialogs: Dialogs
}

/** Set by `EngineProvider` (engine-provider.tsx). */
export const EngineContext = createContext<Engine | null>(null)

/** The engine; only below `EngineProvider`. */
export const useEngine = (): Engine => must(use(EngineContext), 'EngineProvider is missing')

/** The way to the API: `useApi().call('GET /api/…')`. */
export const useApi = (): ApiClient => useEngine().api
