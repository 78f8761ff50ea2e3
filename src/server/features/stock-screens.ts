import { layoutSchema, type Layout } from '#contracts/layout.ts'
import { routeWriteSchema, type RouteWrite } from '#contracts/route.ts'
import { allFeatures } from '#features/all-features.ts'

const layouts = allFeatures.flatMap((feature) => feature.layouts.map((layout) => layoutSchema.parse(layout)))
const byKey = new Map(layouts.map((layout) => [layout.key, layout]))
const routes = allFeatures.flatMap((feature) => feature.routes.map((route) => routeWriteSchema.parse(route)))
const byPath = new Map(routes.map((route) => [route.path, route]))

/** Every layout the product ships. */
export const stockLayouts: readonly Layout[] = layouts

/** The layout the product ships under this key, if any. */
export const stockLayout = (key: string): Layout | undefined => byKey.get(key)

/** Every route the product ships. */
export const stockRoutes: readonly RouteWrite[] = routes

/** The route the product ships under this path, if any. */
export const stockRoute = (path: string): RouteWrite | undefined => byPath.get(path)

const prefix = 'stock:'

/** The id of something shipped: `stock:<key>`. */
export const stockIdOf = (key: string): string => `${prefix}${key}`

/** The key in the id of something shipped, or null for another id. */
export const stockKeyOf = (id: string): string | null =>
  id.startsWith(prefix) ? id.slice(prefix.length) : null
