import type { Route } from '#contracts/route.ts'

/** A place of the navigation with the places under it. */
export interface Place extends Pick<Route, 'path' | 'title' | 'origin' | 'renamed'> {
  icon: string
  children: Place[]
}

/**
 * The navigation from the routes a person may open (`nav: true`): in order, each under the nearest listed ancestor, two
 * levels deep. A route whose parent is not listed stands at the top.
 */
export function navigationTree(routes: readonly Route[]): Place[] {
  const byPath = byPathOf(routes)
  const listed = routes
    .filter((route) => route.nav && !route.path.includes('{'))
    .toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title))
  const places = new Map(listed.map((route) => [route.path, placeOf(route)]))
  const top: Place[] = []
  for (const route of listed) {
    const place = places.get(route.path)
    const above = places.get(topAncestor(route, byPath, places) ?? '')
    if (place) (above ? above.children : top).push(place)
  }
  return top
}

/** The listed place a page belongs to: the place itself, or the nearest listed parent of its route. */
export function currentPlace(route: Route | null, routes: readonly Route[]): string | null {
  const chain = ancestry(route, routes)
  return chain.findLast((above) => above.nav && !above.path.includes('{'))?.path ?? null
}

/** A route with everything above it, topmost first. Parents that go round in a circle end where it closes. */
export const ancestry = (route: Route | null, routes: readonly Route[]): Route[] =>
  chainOf(route, byPathOf(routes))

const placeOf = ({ path, title, icon, origin, renamed }: Route): Place => ({
  path,
  title,
  origin,
  ...(renamed && { renamed }),
  icon: icon ?? 'square',
  children: [],
})

const byPathOf = (routes: readonly Route[]): Map<string, Route> =>
  new Map(routes.map((route) => [route.path, route]))

function chainOf(route: Route | null, byPath: Map<string, Route>): Route[] {
  const chain: Route[] = []
  for (
    let at = route;
    at && !chain.includes(at);
    at = at.parent === null ? null : (byPath.get(at.parent) ?? null)
  ) {
    chain.unshift(at)
  }
  return chain
}

function topAncestor(route: Route, byPath: Map<string, Route>, places: Map<string, Place>): string | null {
  const above = chainOf(route, byPath).find((each) => each !== route && places.has(each.path))
  // In a circle everybody is above everybody: then nobody is.
  return above && !chainOf(above, byPath).includes(route) ? above.path : null
}
