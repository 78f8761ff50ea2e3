import type { ExpressionTree } from '#contracts/expression.ts'
import { callsFunction } from '#expressions/walk-tree.ts'

type Matcher = (text: string, pattern: string) => boolean

let matcher: Matcher | undefined

/** The pattern engine, once loaded. */
export const loadedPatterns = (): Matcher | undefined => matcher

/** Loads the pattern engine where one of the trees calls `matches`; it is too heavy for screens that do not. */
export async function loadPatternsFor(trees: Readonly<Record<string, ExpressionTree>>): Promise<void> {
  if (matcher || !Object.values(trees).some((tree) => callsFunction(tree, 'matches'))) return
  matcher = (await import('#expressions/match-pattern.ts')).matchPattern
}
