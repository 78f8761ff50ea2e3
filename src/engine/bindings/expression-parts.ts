import type { ExpressionTree } from '#contracts/expression.ts'
import type { EvaluateOptions } from '#expressions/evaluate.ts'
import { coreFunctions } from '#expressions/functions/core-functions.ts'
import { functionsCalled } from '#expressions/walk-tree.ts'

type Parts = Pick<EvaluateOptions, 'matches' | 'functions'>

let parts: Parts = {}

/** What expressions need beside the evaluator, as far as it is loaded. */
export const loadedParts = (): Parts => parts

/** Loads what trees need: the pattern engine for `matches`, and functions too seldom called for every screen to carry. */
export async function loadPartsFor(trees: Readonly<Record<string, ExpressionTree>>): Promise<void> {
  const called = new Set(Object.values(trees).flatMap(functionsCalled))
  const [patterns, functions] = await Promise.all([
    !parts.matches && called.has('matches') && import('#expressions/match-pattern.ts'),
    !parts.functions &&
      [...called].some((fn) => !coreFunctions.has(fn)) &&
      import('#expressions/functions/all-functions.ts'),
  ])
  if (patterns) parts = { ...parts, matches: patterns.matchPattern }
  if (functions) parts = { ...parts, functions: functions.allFunctions }
}
