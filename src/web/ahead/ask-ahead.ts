import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Route } from '#contracts/route.ts'
import { answerKey, answerQuery } from '#engine/data/use-answer.ts'
import { metadataFreshFor, readModel } from '#engine/data/use-model.ts'
import type { Engine } from '#engine/engine-context.tsx'
import { readLayout } from '#engine/rendering/read-layout.ts'
import { matchRoute } from '#engine/routing/match-route.ts'
import { routeAccessQuery } from '#engine/routing/use-route-access.ts'
import { readRoutes } from '#engine/routing/use-routes.ts'
import { askedBefore, keepAsked, type Asker, type Question } from './asked-before.ts'

/** What asking needs: before the engine stands there is no more of it. */
type Ways = Pick<Engine, 'api' | 'views'>

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
 * the layout, then the models in it. What has changed since is asked for by the screen itself; what is not allowed any more is
 * refused as ever.
 */
export function askAhead(ways: Ways, client: QueryClient, asker: Asker, pathname: string): void {
  for (const what of askedBefore(asker, pathname)) {
    const query = known[what[0]]?.(ways, asker, what, pathname)
    if (query) void client.prefetchQuery({ ...query, staleTime: metadataFreshFor })
  }
}

/** Keeps what the screen of this address, drawn by now, asks for. */
export function rememberAsked(client: QueryClient, asker: Asker, pathname: string): void {
  const owned = answerKey(asker, [])
  const routes = client.getQueryData<Route[]>(answerKey(asker, ['routes']))
  const match = routes && matchRoute(routes, pathname)
  if (!match) return
  const active = client.getQueryCache().findAll({ queryKey: owned, type: 'active' })
  const questions = active.flatMap(({ queryKey }): Question[] => {
    const [kind, ...about] = queryKey.slice(owned.length).filter((part) => typeof part === 'string')
    return kind !== undefined && kind in known ? [[kind, ...about.filter((part) => part !== pathname)]] : []
  })
  keepAsked(asker, match.route.path, questions)
}
