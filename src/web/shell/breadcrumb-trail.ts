import type { Route } from '#contracts/route.ts'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { ancestry } from './navigation-tree.ts'

interface Here {
  route: Route
  params: Record<string, string>
  /** What the screen calls itself; empty while it does not know yet. */
  title: string
}

/** The way to a page: the routes above it, then the page by its own title. `titleOf` words the routes' titles. */
export function breadcrumbTrail(
  { route, params, title }: Here,
  routes: readonly Route[],
  titleOf: (route: Route) => string,
): Crumb[] {
  const chain = ancestry(route, routes)
  return chain.map((each, at) => {
    if (at === chain.length - 1) return { label: title || titleOf(each) }
    const href = fillPath(each.path, params)
    return { label: titleOf(each), ...(href !== null && { href }) }
  })
}

function fillPath(path: string, params: Record<string, string>): string | null {
  const filled = path.replace(/\{(\w+)\??\}/g, (whole, name: string) =>
    params[name] === undefined ? whole : encodeURIComponent(params[name]),
  )
  return filled.includes('{') ? null : filled
}
