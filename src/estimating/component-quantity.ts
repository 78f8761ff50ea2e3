import { assert } from '#base/assert.ts'
import { fraction, over, plainText, times, type Fraction } from '#base/fraction.ts'
import { saying, type Message } from '#base/saying.ts'
import type { ComponentQuantity, Recipe } from '#contracts/recipe.ts'
import { divided, sameDimension } from '#expressions/dimension.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import type { QuantityType } from '#expressions/quantity-type.ts'
import { inWords } from './formula-quantity.ts'
import type { QuantityPlace } from './quantity-place.ts'
import { measureOf, type Measure } from './measure.ts'
import { formulaProblem, problem, type RecipeProblem } from './recipe-problem.ts'
import type { QuantityWorking } from './recipe-tree.ts'
import { typeOfFormula, workOut } from './work-out.ts'

/** What a component is counted in. */
export interface Counted {
  name: string
  unit: string
}

type Place = { recipe: Recipe; place: QuantityPlace }

/**
 * How much of a component one output unit takes, in the component's unit: a coefficient divided by the basis it is for, or
 * a formula worked out. A problem where it cannot be.
 */
export function componentQuantity(
  quantity: ComponentQuantity,
  counted: Counted,
  { recipe, place }: Place,
  path: string,
): { value: Fraction; working: QuantityWorking } | RecipeProblem {
  const { unit } = counted
  if (quantity.mode === 'coefficient') {
    const { coefficient } = quantity
    const whole = recipe.output_basis === '1'
    const value = whole ? fraction(coefficient) : over(fraction(coefficient), fraction(recipe.output_basis))
    const numbers = whole ? coefficient : `${coefficient} / ${recipe.output_basis}`
    return { value, working: { formula: coefficient, numbers, result: plainText(value), unit } }
  }
  const wanted = wantedOf(counted, recipe, path)
  if (!('item' in wanted)) return wanted
  try {
    const { type, value, numbers } = workOut(quantity.formula, place)
    const wrong = wrongFormula(type, counted, recipe, wanted)
    if (wrong !== null) return problem('dimension', path, wrong)
    assert(typeof value === 'object', 'what has a dimension is a number')
    const amount = over(times(value, wanted.output.si), wanted.item.si)
    return { value: amount, working: { formula: quantity.formula, numbers, result: plainText(amount), unit } }
  } catch (error) {
    if (error instanceof ExpressionError) return formulaProblem(path, error)
    throw error
  }
}

/** What is wrong with a component's quantity whatever the parameters are, or null. */
export function checkQuantity(
  quantity: ComponentQuantity,
  counted: Counted,
  { recipe, place }: Place,
  path: string,
): RecipeProblem | null {
  if (quantity.mode === 'coefficient') return null
  const wanted = wantedOf(counted, recipe, path)
  if (!('item' in wanted)) return wanted
  try {
    const wrong = wrongFormula(typeOfFormula(quantity.formula, place), counted, recipe, wanted)
    return wrong === null ? null : problem('dimension', path, wrong)
  } catch (error) {
    if (error instanceof ExpressionError) return formulaProblem(path, error)
    throw error
  }
}

interface Wanted {
  item: Measure
  output: Measure
}

function wantedOf({ name, unit }: Counted, recipe: Recipe, path: string): Wanted | RecipeProblem {
  const [item, output] = [measureOf(unit), measureOf(recipe.output_unit)]
  if (item && output) return { item, output }
  const [whose, what] = item ? [recipe.name, recipe.output_unit] : [name, unit]
  const words =
    what === ''
      ? saying('“{{name}}” has no unit: write a coefficient instead of a formula.', { name: whose })
      : saying(
          '“{{name}}” is in “{{unit}}”, which is no known unit: write a coefficient instead of a formula.',
          { name: whose, unit: what },
        )
  return problem('unknown_unit', path, words)
}

function wrongFormula(
  type: QuantityType,
  { name, unit }: Counted,
  { output_unit }: Recipe,
  { item, output }: Wanted,
): Message | null {
  const wanted = divided(item.dimension, output.dimension)
  if (type.kind === 'quantity' && sameDimension(type.dimension, wanted)) return null
  const whole = type.kind === 'quantity' && sameDimension(type.dimension, item.dimension)
  const values = {
    what: inWords(type),
    output: output_unit,
    name,
    unit,
    wanted: inWords({ kind: 'quantity', dimension: wanted }),
  }
  return whole
    ? saying(
        'The formula gives {{what}}, but the recipe is per {{output}} and “{{name}}” in {{unit}}: it must give {{wanted}}. Divide it by what it is for, as in (…) / {{output}}.',
        values,
      )
    : saying(
        'The formula gives {{what}}, but the recipe is per {{output}} and “{{name}}” in {{unit}}: it must give {{wanted}}.',
        values,
      )
}
