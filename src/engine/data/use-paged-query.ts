import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { canonicalJson } from '#base/json.ts'
import type { Query, QueryResult, Row } from '#contracts/query.ts'
import { useEngine } from '../engine-context.tsx'
import { useSession } from '../session-context.tsx'
import type { ApiError } from './api-error.ts'
import { copyKey, keepCopy } from './last-good-copy.ts'
import { answerKey } from './use-answer.ts'
import { useCopy } from './use-copy.ts'
import { useQuery, wordedIn } from './use-query.ts'

/** Rows that come page by page. */
export interface PagedAnswer {
  rows: Row[]
  error: ApiError | null
  isPending: boolean
  isFetching: boolean
  /** More rows can be asked for with `loadMore`. */
  hasMore: boolean
  isLoadingMore: boolean
  loadMore(): void
  refetch(): void
  stale: 'live' | 'copy'
  /** How many rows there are, once counted: it is asked after the rows, so that counting never holds them up. */
  total: number | null
}

type Pages = InfiniteData<QueryResult, string | undefined>

/**
 * Asks a question page by page (keyset paging): `usePagedQuery({ model, sort, page: { size: 100 } }, { count: 'estimate' })`.
 * `query.page.after` and `query.total` are set here. Null asks nothing.
 */
export function usePagedQuery(
  query: Query | null,
  options: { count?: 'estimate' | 'exact'; keep?: boolean } = {},
): PagedAnswer {
  const { ask } = useEngine()
  const { tenant, user } = useSession()
  const owner = { tenantId: tenant?.id ?? null, userId: user?.id ?? null }
  const what = ['paged', query?.model ?? null, query && canonicalJson(query), query, query && wordedIn(query)]
  const key = copyKey(owner, what.slice(0, 3))
  const live = useInfiniteQuery<QueryResult, ApiError, Pages, readonly unknown[], string | undefined>({
    queryKey: answerKey(owner, what),
    queryFn: async ({ pageParam }) => {
      if (!query) throw new Error('no question')
      const { total: _counted, ...plain } = query
      const page = await ask({
        ...plain,
        page: { ...query.page, ...(pageParam !== undefined && { after: pageParam }) },
      })
      if (pageParam === undefined)
        void keepCopy(key, { pages: [page], pageParams: [undefined] } satisfies Pages)
      return page
    },
    initialPageParam: undefined,
    getNextPageParam: (last) => last.page.after ?? undefined,
    enabled: query !== null,
    ...(options.keep && { placeholderData: (previous: Pages | undefined) => previous }),
  })
  const refetch = (): void => void live.refetch()
  const copy = useCopy<Pages>(key, live, refetch)
  const shown = live.isPlaceholderData ? (copy?.value ?? live.data) : (live.data ?? copy?.value)
  const rows = useMemo(() => shown?.pages.flatMap((page) => page.rows) ?? [], [shown])
  const counted = useQuery(query && options.count ? countOf(query, options.count) : null, {
    enabled: live.data !== undefined && options.count !== undefined,
    keep: true,
  })
  return {
    rows,
    error: live.error,
    isPending: shown === undefined && live.isPending && live.fetchStatus !== 'idle',
    isFetching: live.isFetching,
    hasMore: live.hasNextPage,
    isLoadingMore: live.isFetchingNextPage,
    loadMore: () => void (live.hasNextPage && !live.isFetchingNextPage && live.fetchNextPage()),
    refetch,
    stale: copy ? 'copy' : 'live',
    total: counted.data?.total ?? null,
  }
}

function countOf({ model, where, search }: Query, total: 'estimate' | 'exact'): Query {
  return {
    model,
    ...(where && { where }),
    ...(search && { search }),
    fields: ['id'],
    page: { size: 1 },
    total,
  }
}
