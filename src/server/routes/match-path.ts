import type { Route } from '#contracts/route.ts'

// Of two routes that fit, the one whose parts are more exact from the left: a word, a parameter, the rest.
// A path that ends is more exact than one that could go on.
const rank = (part: string | undefined): number =>
  part === undefined ? -1 : part === '*' ? 2 : part.startsWith('{') ? 1 : 0
const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

/** The route that answers a path, as the browser's router chooses it; also when `path` is a route's own pattern. */
export function matchPath(routes: readonly Route[], path: string): Route | null {
  const literal = routes.find((route) => route.path === path)
  if (literal) return literal
  const asked = partsOf(path.split(/[?#]/, 1)[0] ?? '')
  const fitting = routes.filter((route) => fits(partsOf(route.path), asked))
  return fitting.toSorted(moreExact)[0] ?? null
}

function fits(pattern: readonly string[], asked: readonly string[]): boolean {
  for (const [index, part] of pattern.entries()) {
    if (part === '*') return true
    const given = asked[index]
    if (given === undefined) return part.endsWith('?}') && index === pattern.length - 1
    if (!part.startsWith('{') && part !== given) return false
  }
  return pattern.length === asked.length
}

function moreExact(a: Route, b: Route): number {
  const [first, second] = [partsOf(a.path), partsOf(b.path)]
  for (let index = 0; index < Math.max(first.length, second.length); index++) {
    const difference = rank(first[index]) - rank(second[index])
    if (difference !== 0) return difference
  }
  return a.order - b.order || (a.path < b.path ? -1 : 1)
}
