import type { Message } from '#base/saying.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import type { QuantityType } from '#expressions/quantity-type.ts'
import type { QuantityPlace } from './quantity-place.ts'
import { formulaProblem, problem, type RecipeProblem } from './recipe-problem.ts'
import { typeOfFormula } from './work-out.ts'

/** What is wrong with a formula whatever the values are; `refuse` says in words why what it gives will not do, or null. */
export function checkFormula(
  formula: string,
  path: string,
  place: QuantityPlace,
  refuse: (type: QuantityType) => Message | null,
): RecipeProblem[] {
  try {
    const wrong = refuse(typeOfFormula(formula, place))
    return wrong === null ? [] : [problem('dimension', path, wrong)]
  } catch (error) {
    if (error instanceof ExpressionError) return [formulaProblem(path, error)]
    throw error
  }
}
