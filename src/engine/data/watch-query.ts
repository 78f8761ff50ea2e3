import { QueryObserver, type QueryClient, type QueryObserverResult } from '@tanstack/react-query'
import type { Query, QueryResult } from '#contracts/query.ts'
import { ApiError } from './api-error.ts'
import type { AskQuery } from './batch-queries.ts'
import { copyKey, keepCopy, readCopy, type Copy } from './last-good-copy.ts'
import { showCopy } from './not-live.ts'
import { answerKey } from './use-answer.ts'
import { liveEvery, queryKey } from './use-query.ts'

/** What a watcher reports: an answer, a failure, or that it is on its way. */
export interface WatchedAnswer {
  data: QueryResult | undefined
  error: ApiError | null
  stale: 'live' | 'copy'
}

export interface QueryWatch {
  /** Asks another question with the same watch; the old answer stays until the new one is there. */
  change(query: Query): void
  refetch(): void
  stop(): void
}

interface WatchSettings {
  client: QueryClient
  ask: AskQuery
  owner: { tenantId: string | null; userId: string | null }
  live: boolean
  /** What is read: names are in its order. */
  language: string
  report(answer: WatchedAnswer): void
}

/** Keeps a question's answer current outside of React, with the same cache, copies and retries as `useQuery`. */
export function watchQuery(
  first: Query,
  { client, ask, owner, live, language, report }: WatchSettings,
): QueryWatch {
  let query = first
  let copy: { of: Query; value: Copy<QueryResult> } | null = null
  let endCopy: (() => void) | null = null
  const optionsOf = (asked: Query) => ({
    queryKey: answerKey(owner, queryKey(asked, language)),
    queryFn: async (): Promise<QueryResult> => {
      const answer = await ask(asked)
      void keepCopy(keyOf(asked), answer)
      return answer
    },
    placeholderData: (previous: QueryResult | undefined) => previous,
    ...(live && { refetchInterval: liveEvery }),
  })
  const keyOf = (asked: Query): string | null => copyKey(owner, queryKey(asked, language))
  const observer = new QueryObserver<QueryResult, ApiError>(client, optionsOf(query))
  const refetch = (): void => void observer.refetch()

  function tell(result: QueryObserverResult<QueryResult, ApiError>): void {
    const trouble = result.error ?? result.failureReason
    const unavailable = trouble instanceof ApiError && trouble.unavailable
    // What stands in while a changed question is asked is no answer to it.
    const own = result.isPlaceholderData ? undefined : result.data
    if (unavailable && own === undefined && copy?.of !== query) void findCopy(query)
    const kept = unavailable && copy?.of === query ? copy.value : null
    const data = own ?? kept?.value ?? result.data
    const ownAt = own === undefined ? null : new Date(result.dataUpdatedAt).toISOString()
    const savedAt = unavailable ? (kept?.savedAt ?? ownAt) : null
    if (!savedAt) endShown()
    else endCopy ??= showCopy(savedAt, refetch)
    report({ data, error: data ? null : result.error, stale: savedAt ? 'copy' : 'live' })
  }

  async function findCopy(of: Query): Promise<void> {
    const value = await readCopy<QueryResult>(keyOf(of))
    if (!value || of !== query) return
    copy = { of, value }
    tell(observer.getCurrentResult())
  }

  function endShown(): void {
    endCopy?.()
    endCopy = null
  }

  const unsubscribe = observer.subscribe(tell)
  tell(observer.getCurrentResult())
  return {
    change(next) {
      query = next
      observer.setOptions(optionsOf(next))
    },
    refetch,
    stop() {
      unsubscribe()
      endShown()
    },
  }
}
