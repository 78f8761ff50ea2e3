import { keepPreviousData, useQuery as useCached, type QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../session-context.tsx'
import type { ApiError } from './api-error.ts'
import { copyKey, keepCopy } from './last-good-copy.ts'
import { useCopy } from './use-copy.ts'

/** What a hook knows of an answer. */
export interface Answer<T> {
  data: T | undefined
  error: ApiError | null
  /** Nothing to show yet. */
  isPending: boolean
  /** Being asked, perhaps with something shown meanwhile. */
  isFetching: boolean
  /** With `keep`: what is shown answers the question before; the changed one is still being asked. */
  isPrevious: boolean
  refetch(): void
  /** `copy`: the server could not be asked and this is what it answered last: label it, refuse changes. */
  stale: 'live' | 'copy'
}

export interface AnswerOptions {
  enabled?: boolean
  /** Show the previous answer while a changed question is asked. */
  keep?: boolean
  /** Milliseconds an answer counts as fresh. */
  freshFor?: number
  /** Ask again every so many milliseconds while the page is in view, or as long as the answer says so. */
  every?: number | ((answer: unknown) => number | false)
}

/**
 * Asks the server through the cache, falling back to the last good copy of this workspace and person while the server
 * cannot be asked (C-13). What the server refuses is never covered by a copy.
 */
export function useAnswer<T>(what: QueryKey, ask: () => Promise<T>, options: AnswerOptions = {}): Answer<T> {
  const { tenant, user } = useSession()
  const tenantId = tenant?.id ?? null
  const userId = user?.id ?? null
  const key = useMemo(() => copyKey({ tenantId, userId }, what), [tenantId, userId, what])
  const live = useCached<T, ApiError>({
    ...answerQuery({ tenantId, userId }, what, ask),
    enabled: options.enabled ?? true,
    ...(options.keep && { placeholderData: keepPreviousData }),
    ...(options.freshFor !== undefined && { staleTime: options.freshFor }),
    ...(options.every !== undefined && { refetchInterval: intervalOf(options.every) }),
  })
  const refetch = (): void => void live.refetch()
  const copy = useCopy<T>(key, live, refetch)
  const shown = copy && (live.data === undefined || live.isPlaceholderData) ? copy.value : live.data
  return {
    data: shown,
    error: live.error,
    isPending: shown === undefined && live.isPending && live.fetchStatus !== 'idle',
    isFetching: live.isFetching,
    isPrevious: live.isPlaceholderData,
    refetch,
    stale: copy ? 'copy' : 'live',
  }
}

const intervalOf = (every: NonNullable<AnswerOptions['every']>) =>
  typeof every === 'number' ? every : (query: { state: { data: unknown } }) => every(query.state.data)

/** Who asks, and where: what one is answered is nobody else's. */
export interface Owner {
  tenantId: string | null
  userId: string | null
}

/** The cache's key of an answer: workspace and person first, so that no answer outlives a change of either. */
export const answerKey = (owner: Owner, what: QueryKey): QueryKey => [owner.tenantId, owner.userId, ...what]

/** How the cache asks for an answer; a good one is kept on the device. */
export const answerQuery = <T>(owner: Owner, what: QueryKey, ask: () => Promise<T>) => ({
  queryKey: answerKey(owner, what),
  queryFn: async (): Promise<T> => {
    const answer = await ask()
    void keepCopy(copyKey(owner, what), answer)
    return answer
  },
})
