import { useQuery } from '@tanstack/react-query'
import type { RouteAccess } from '#contracts/layout-answer.ts'
import { isJsonObject } from '#base/json.ts'
import type { ApiClient } from '../data/api-client.ts'
import { ApiError } from '../data/api-error.ts'
import { answerKey, type Owner } from '../data/use-answer.ts'
import { useApi } from '../engine-context.tsx'
import { useSession } from '../session-context.tsx'

const accessFreshFor = 30_000
const longestCheck = 5_000
/** Milliseconds until a check that failed is made again: a screen that opened without one is not taken for allowed. */
const checkAgainAfter = 5_000

/**
 * Asks whether this person may open a path. When the check itself fails the screen opens with reason `check_failed`
 * (P-06): the server refuses every question and every write by itself. 401 and 409 are answers, not failures.
 */
export async function checkRouteAccess(
  api: ApiClient,
  path: string,
  routeId: string | null,
  limit = longestCheck,
): Promise<RouteAccess> {
  try {
    const answer: unknown = await api.call('POST /api/route-access/check', {
      body: { route_path: path, route_id: routeId },
      signal: AbortSignal.timeout(limit),
    })
    if (isJsonObject(answer) && typeof answer['hasAccess'] === 'boolean') {
      return { ...answer, hasAccess: answer['hasAccess'], reason: String(answer['reason'] ?? '') }
    }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 409)) throw error
  }
  return { hasAccess: true, reason: 'check_failed' }
}

/** Whether this person may open a path; null while it is being asked. */
export function useRouteAccess(path: string, routeId: string | null): RouteAccess | null {
  const api = useApi()
  const { tenant, user } = useSession()
  const owner = { tenantId: tenant?.id ?? null, userId: user?.id ?? null }
  const { data } = useQuery({
    ...routeAccessQuery(api, owner, path, routeId),
    staleTime: accessFreshFor,
    refetchInterval: ({ state }) => state.data?.reason === 'check_failed' && checkAgainAfter,
  })
  return data ?? null
}

/** How the cache asks whether somebody may open a path. */
export const routeAccessQuery = (api: ApiClient, owner: Owner, path: string, routeId: string | null) => ({
  queryKey: answerKey(owner, ['route-access', path, routeId]),
  queryFn: () => checkRouteAccess(api, path, routeId),
})
