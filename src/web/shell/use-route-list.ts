import type { Route } from '#contracts/route.ts'
import { useRoutes } from '#engine/routing/use-routes.ts'

const none: Route[] = []

/** The screens this person may open; none while they are on their way. */
export const useRouteList = (): Route[] => useRoutes().data ?? none
