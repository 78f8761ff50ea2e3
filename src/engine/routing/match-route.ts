/** What matching needs of a route. */
export interface Matchable {
  path: string
  order: number
}

export interface RouteMatch<R extends Matchable> {
  route: R
  /** Values of `{name}` parameters, decoded; one that is optional and absent is absent here. `*` holds the rest. */
  params: Record<string, string>
}

type Segment =
  | { kind: 'static'; text: string }
  | { kind: 'parameter'; name: string; optional: boolean }
  | { kind: 'rest' }

interface Compiled<R> {
  route: R
  segments: Segment[]
}

const rank = { static: 0, parameter: 1, rest: 2 } as const

/**
 * The route of a path: static before parameter before wildcard, segment by segment; ties by order, then by path, so that
 * the answer never depends on how the list came. `{name?}` may be absent, `*` takes the rest. Null: none fits.
 */
export function matchRoute<R extends Matchable>(routes: readonly R[], path: string): RouteMatch<R> | null {
  const parts = partsOf(path)
  const ranked = routes.map((route) => ({ route, segments: segmentsOf(route.path) })).toSorted(moreExactFirst)
  for (const { route, segments } of ranked) {
    const params = fit(segments, parts)
    if (params) return { route, params }
  }
  return null
}

function segmentsOf(path: string): Segment[] {
  return path
    .split('/')
    .filter(Boolean)
    .map((text): Segment => {
      if (text === '*') return { kind: 'rest' }
      const name = /^\{(\w+)(\?)?\}$/.exec(text)
      return name
        ? { kind: 'parameter', name: name[1] ?? '', optional: name[2] === '?' }
        : { kind: 'static', text }
    })
}

function moreExactFirst<R extends Matchable>(a: Compiled<R>, b: Compiled<R>): number {
  const length = Math.min(a.segments.length, b.segments.length)
  for (let at = 0; at < length; at++) {
    const difference = rankOf(a.segments[at]) - rankOf(b.segments[at])
    if (difference !== 0) return difference
  }
  // Where one route goes on, the shorter is the more exact for the paths both take.
  const byLength = a.segments.length - b.segments.length
  return byLength || a.route.order - b.route.order || (a.route.path < b.route.path ? -1 : 1)
}

function rankOf(segment: Segment | undefined): number {
  return segment ? rank[segment.kind] : 0
}

function fit(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  let at = 0
  for (const [position, segment] of segments.entries()) {
    if (segment.kind === 'rest') {
      const after = segments.length - position - 1
      const end = parts.length - after
      if (end < at) return null
      params['*'] = parts.slice(at, end).join('/')
      at = end
      continue
    }
    const part = parts[at]
    if (part === undefined) {
      if (segment.kind === 'parameter' && segment.optional) continue
      return null
    }
    if (segment.kind === 'static' && segment.text !== part) return null
    if (segment.kind === 'parameter') params[segment.name] = part
    at += 1
  }
  return at === parts.length ? params : null
}

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decode)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A stray percent sign: the person meant the characters as they stand.
    return part
  }
}
