import type { Query as CachedQuery, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Query } from '#contracts/query.ts'
import type { Route } from '#contracts/route.ts'
import { answerKey, answerQuery } from '#engine/data/use-answer.ts'
import { metadataFreshFor, readModel } from '#engine/data/use-model.ts'
import { queryKey } from '#engine/data/use-query.ts'
import type { Engine } from '#engine/engine-context.tsx'
import { readLayout } from '#engine/rendering/read-layout.ts'
import { matchRoute } from '#engine/routing/match-route.ts'
import { routeAccessQuery } from '#engine/routing/use-route-access.ts'
import { readRoutes } from '#engine/routing/use-routes.ts'
import {
  askedBefore,
  keepAsked,
  recordsAskedBefore,
  type Asker,
  type QueryCalls,
  type Question,
} from './asked-before.ts'

/** What asking needs: before the engine stands there is no more of it. */
type Ways = Pick<Engine, 'api' | 'ask' | 'views'>

type Address = Pick<Location, 'pathname' | 'search'>

/** The questions whose answers a screen needs before it can ask the next, each as the cache is asked. */
const known: Record<
  string,
  (ways: Ways, asker: Asker, what: Question, pathname: string) => { queryKey: QueryKey; queryFn(): unknown }
> = {
  routes: ({ api }, asker, what) => answerQuery(asker, what, () => readRoutes(api)),
  // Which screen it was is known; of which record, the address says.
  'route-access': ({ api }, asker, [, routeId = null], pathname) =>
    routeAccessQuery(api, asker, pathname, routeId),
  layout: (ways, asker, what) => answerQuery(asker, what, () => readLayout(ways, what[1] ?? '')),
  model: ({ api }, asker, what) => answerQuery(asker, what, () => readModel(api, what[1] ?? '')),
  'standard-models': ({ api }, asker, what) =>
    answerQuery(asker, what, () => api.call('GET /api/standard-models')),
}

/**
 * Asks at once for all that the screen of an address asked for the last time, which it would learn step by step: routes, then
 * the layout, then the models in it, then records, then what belongs to them. What has changed since is asked for by the screen
 * itself; what is not allowed any more is refused as ever.
 */
export async function askAhead(
  ways: Ways,
  client: QueryClient,
  asker: Asker,
  { pathname, search }: Address,
): Promise<void> {
  for (const what of askedBefore(asker, pathname)) {
    const query = known[what[0]]?.(ways, asker, what, pathname)
    if (query) void client.prefetchQuery({ ...query, staleTime: metadataFreshFor })
  }
  for (const queries of recordsAskedBefore(asker, pathname + search)) {
    for (const query of queries)
      void client.prefetchQuery(answerQuery(asker, queryKey(query), () => ways.ask(query)))
    // What is asked in one moment travels together.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Keeps what the screen of this address, drawn by now, asks for. */
export function rememberAsked(client: QueryClient, asker: Asker, { pathname, search }: Address): void {
  const owned = answerKey(asker, [])
  const routes = client.getQueryData<Route[]>(answerKey(asker, ['routes']))
  const match = routes && matchRoute(routes, pathname)
  if (!match) return
  const active = client.getQueryCache().findAll({ queryKey: owned, type: 'active' })
  const questions = active.flatMap(({ queryKey }): Question[] => {
    const [kind, ...about] = queryKey.slice(owned.length).filter((part) => typeof part === 'string')
    return kind !== undefined && kind in known ? [[kind, ...about.filter((part) => part !== pathname)]] : []
  })
  const address = pathname + search
  keepAsked(asker, { path: match.route.path, questions, address, calls: callsOf(active, owned.length) })
}

/** Milliseconds between which answers have come in one call. */
const together = 5
/** Beyond so many questions they are the screen's own to ask: one far down in a long list asks for many pages. */
const mostRecords = 40

/** The questions about records, in the calls in which they were answered; what only counts comes last, as lists ask it. */
function callsOf(active: readonly CachedQuery[], from: number): QueryCalls {
  const asked = active
    .filter(({ queryKey, state }) => queryKey[from] === 'query' && state.status === 'success')
    .map(({ queryKey, state }) => ({ query: queryKey[from + 3] as Query, at: state.dataUpdatedAt }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, mostRecords)
  const calls: Query[][] = []
  let last = -Infinity
  for (const { query, at } of asked.filter((one) => !one.query.total)) {
    if (at > last + together) calls.push([])
    last = at
    calls.at(-1)?.push(query)
  }
  return [...calls, asked.flatMap(({ query }) => (query.total ? [query] : []))]
}
