import type { ExpressionTree } from '#contracts/expression.ts'
import { checkDimensions } from '#expressions/check-dimensions.ts'
import { evaluateQuantity, type QuantityValue } from '#expressions/evaluate-quantity.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { parseOnce } from '#expressions/parse-once.ts'
import type { QuantityType } from '#expressions/quantity-type.ts'
import { partsOf } from '#expressions/walk-tree.ts'
import type { QuantityPlace } from './quantity-place.ts'

export interface WorkedOut {
  type: QuantityType
  /** In SI where it is a quantity. */
  value: QuantityValue
  /** The formula with the parameters' values in place of their names: `0.24 m * 1.05`. */
  numbers: string
}

const parsed = parseOnce((tree) => tree)

/** What a formula gives in a place, whatever the values are. Throws `ExpressionError`. */
export function typeOfFormula(formula: string, place: QuantityPlace): QuantityType {
  return checkDimensions(read(formula), place.find)
}

/** Checks a formula and works it out: `workOut('thickness * 1.05', place)`. Throws `ExpressionError`. */
export function workOut(formula: string, place: QuantityPlace): WorkedOut {
  const tree = read(formula)
  const type = checkDimensions(tree, place.find)
  return { type, value: evaluateQuantity(tree, place), numbers: withNumbers(formula, tree, place) }
}

/** The names a formula reads, each once. Throws `ExpressionError` for one that cannot be read. */
export const namesOf = (formula: string): string[] => [
  ...new Set(namesIn(read(formula)).map(({ name }) => name)),
]

function read(formula: string): ExpressionTree {
  const tree = parsed(formula)
  if (tree instanceof ExpressionError) throw tree
  return tree
}

function withNumbers(formula: string, tree: ExpressionTree, place: QuantityPlace): string {
  let text = formula
  // From the back, so that the places in front stay where they are.
  for (const { name, at } of namesIn(tree).sort((a, b) => b.at - a.at)) {
    const words = place.words(name)
    if (words !== undefined) text = text.slice(0, at) + words + text.slice(at + name.length)
  }
  return text
}

const namesIn = (tree: ExpressionTree): { name: string; at: number }[] =>
  tree.op === 'name' ? [tree] : partsOf(tree).flatMap(namesIn)
