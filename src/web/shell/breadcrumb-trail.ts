import type { Route } from '#contracts/route.ts'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { ancestry } from './navigation-tree.ts'
import type { ScreenTitle } from './screen-title.ts'

interface Here extends ScreenTitle {
  route: Route
  params: Record<string, string>
}

/**
 * The way to a page: the routes above it, then the page by its own title; the record above by the name that the screen says.
 * `titleOf` words the routes' titles.
 */
export function breadcrumbTrail(
  { route, params, title, above: record }: Here,
  routes: readonly Route[],
  titleOf: (route: Route) => string,
): Crumb[] {
  const chain = ancestry(route, routes)
  const last = chain.length - 1
  const above = paramsOf(chain[last - 1])
  const address = fill(route.path, params)
  // A further page of a record says the record’s name: that belongs to the page above, and this one is called by its route.
  const named = above !== '' && above === paramsOf(route) && title !== titleOf(route) ? last - 1 : last
  return chain.map((each, at) => {
    const label = (at === named ? title : at === last - 1 && above && record) || titleOf(each)
    const href = at === last ? null : (startOf(address, each.path) ?? filled(each.path, params))
    return { label, ...(href !== null && { href }) }
  })
}

const paramsOf = (route: Route | undefined): string => String(route?.path.match(/\{\w+/g) ?? '')

/** The part of an address that a path above it takes, whatever that calls its parameters; undefined where it lies elsewhere. */
function startOf(address: string, path: string): string | undefined {
  const parts = path.split('/')
  const start = address.split('/').slice(0, parts.length)
  return parts.every((part, at) => part === start[at] || (part.startsWith('{') && start[at]))
    ? start.join('/')
    : undefined
}

function filled(path: string, params: Record<string, string>): string | null {
  const address = fill(path, params)
  return address.includes('{') ? null : address
}

const fill = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\??\}/g, (whole, name: string) =>
    params[name] === undefined ? whole : encodeURIComponent(params[name]),
  )
