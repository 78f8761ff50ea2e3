import type { ExpressionTree } from '#contracts/expression.ts'
import { evaluateExpression } from '../evaluate.ts'
import { allFunctions } from '../functions/all-functions.ts'
import { readInput, storeResult, type FormulaResult } from './formula-value.ts'
import type { FormulaKind } from './value-type.ts'

/** A formula as it is worked out: checked, its names flat. Plain JSON, so that a browser gets it as it is. */
export interface Formula {
  tree: ExpressionTree
  /** What it reads, by the names in its tree. */
  inputs: readonly { name: string; kind: FormulaKind }[]
  result: FormulaResult
}

// Enough for the largest formula over the longest texts: a formula always has an answer.
const steps = 10_000_000

/**
 * Works out a formula over stored values by input name: `evaluateFormula(formula, {quantity: '2', 'item.price': '1.50'})`
 * → the value as it is stored. Never throws for what the values are: a division by zero, a number over 30 digits, a day
 * that does not exist are nothing. Days are those of UTC. `kernel/sql/compile-formula.ts` answers the same.
 */
export function evaluateFormula(
  { tree, inputs, result }: Formula,
  values: Readonly<Record<string, unknown>>,
): unknown {
  const scope: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const { name, kind } of inputs)
    scope[name] = readInput(kind, Object.hasOwn(values, name) ? values[name] : null)
  return storeResult(
    result,
    evaluateExpression(tree, scope, { total: true, steps, timeZone: 'UTC', functions: allFunctions }),
  )
}
