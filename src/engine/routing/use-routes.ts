import type { Route } from '#contracts/route.ts'
import type { ApiClient } from '../data/api-client.ts'
import { useApi } from '../engine-context.tsx'
import { listOf } from '../data/list-of.ts'
import { useAnswer, type Answer } from '../data/use-answer.ts'
import { metadataFreshFor } from '../data/use-model.ts'

/** The screens this person may open: shipped, changed and the workspace's own. Also what the navigation is made of. */
export function useRoutes(): Answer<Route[]> {
  const api = useApi()
  return useAnswer(['routes'], () => readRoutes(api), { freshFor: metadataFreshFor })
}

/** Asks for the screens this person may open. Rejects with `ApiError`. */
export const readRoutes = async (api: ApiClient): Promise<Route[]> =>
  listOf<Route>(await api.call('GET /api/routes'))
