import { QueryClient } from '@tanstack/react-query'
import { cacheLife, retryDelay, shouldRetry } from './retry-policy.ts'

/** Milliseconds an answer counts as fresh: going back to a screen shows it at once and asks again behind it. */
const freshFor = 2_000

/** Makes the cache of everything the server answered; one for the application, cleared when the person or workspace changes. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: cacheLife,
        staleTime: freshFor,
        retry: shouldRetry,
        retryDelay,
        // Without a connection a question fails and the last good copy shows; waiting for one would show nothing.
        networkMode: 'always',
      },
      // Writes are never repeated on their own: only the person knows whether they still want them.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
