import { unreachable } from '#base/assert.ts'
import type { Dimension } from '#contracts/unit.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { dimensionInWords, divided, multiplied, plain, sameDimension } from './dimension.ts'
import { ExpressionError } from './expression-error.ts'
import { positionOf, refuse } from './formulas/expect-type.ts'
import { quantityInWords, type QuantityName, type QuantityType } from './quantity-type.ts'

/** What a name of a quantity formula stands for: parameters, units, tables. Undefined where there is no such name. */
export type FindQuantity = (name: string) => QuantityName | undefined

type Node<Op extends ExpressionTree['op']> = Extract<ExpressionTree, { op: Op }>

const boolean: QuantityType = { kind: 'boolean' }

/**
 * Finds out what a quantity formula gives and refuses what mixes dimensions: with `thickness` a length,
 * `checkDimensions(parseExpression('thickness * 2.4 * m'), find)` → an area. A number carries its unit by multiplication
 * (`0.24 * m`); one without is a plain number. Throws `ExpressionError` with the position.
 */
export function checkDimensions(tree: ExpressionTree, find: FindQuantity): QuantityType {
  const check = (part: ExpressionTree): QuantityType => checkDimensions(part, find)
  const quantity = (part: ExpressionTree): Dimension => expectQuantity(check(part), positionOf(part))
  switch (tree.op) {
    case 'number':
      return { kind: 'quantity', dimension: plain }
    case 'value':
      if (typeof tree.value === 'boolean') return boolean
      if (typeof tree.value === 'string') return { kind: 'text' }
      throw refuse('“null” has no place in a quantity.', 0)
    case 'name':
      return named(tree, find)
    case 'unary':
      if (tree.sign === '-') return { kind: 'quantity', dimension: quantity(tree.of) }
      expectBoolean(check(tree.of), tree.at)
      return boolean
    case 'binary':
      return binary(tree, check, quantity)
    case 'if': {
      expectBoolean(check(tree.test), positionOf(tree.test))
      return same([tree.then, tree.else], check, 'stand in for each other')
    }
    case 'call':
      return call(tree, find, check, quantity)
    case 'member':
    case 'index':
    case 'list':
    case 'map':
    case 'each':
      throw refuse('A quantity is worked out from parameters, units and tables only.', positionOf(tree))
    default:
      return unreachable(tree)
  }
}

function named({ name, at }: Node<'name'>, find: FindQuantity): QuantityType {
  const found = find(name)
  if (!found)
    throw new ExpressionError(
      'expression_unknown_name',
      `“${name}” at position ${at + 1} is no parameter and no unit.`,
      at,
    )
  if (found.kind === 'table') throw refuse(`“${name}” is a table; read it with lookup(${name}, key).`, at)
  return found
}

function binary(
  tree: Node<'binary'>,
  check: (part: ExpressionTree) => QuantityType,
  quantity: (part: ExpressionTree) => Dimension,
): QuantityType {
  const { sign, left, right, at } = tree
  switch (sign) {
    case '*':
      return { kind: 'quantity', dimension: multiplied(quantity(left), quantity(right)) }
    case '/':
      return { kind: 'quantity', dimension: divided(quantity(left), quantity(right)) }
    case '+':
    case '-': {
      const [one, other] = [quantity(left), quantity(right)]
      if (!sameDimension(one, other)) throw mixed(one, other, sign === '+' ? 'be added' : 'be subtracted', at)
      return { kind: 'quantity', dimension: one }
    }
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [one, other] = [quantity(left), quantity(right)]
      if (!sameDimension(one, other)) throw mixed(one, other, 'be compared', at)
      return boolean
    }
    case '==':
    case '!=':
      same([left, right], check, 'be compared')
      return boolean
    case 'in':
      if (right.op !== 'list') throw refuse('Write what it may be as a list: format in ["DF", "NF"].', at)
      same([left, ...right.items], check, 'be compared')
      return boolean
    case '&&':
    case '||':
      for (const side of [left, right]) expectBoolean(check(side), positionOf(side))
      return boolean
    case '%':
      throw refuse('“%” has no place in a quantity; write 0.05 for 5 per cent.', at)
    default:
      return unreachable(sign)
  }
}

function call(
  { fn, args, at }: Node<'call'>,
  find: FindQuantity,
  check: (part: ExpressionTree) => QuantityType,
  quantity: (part: ExpressionTree) => Dimension,
): QuantityType {
  const [first, second] = args
  if (!first) throw refuse(`“${fn}” needs a value.`, at)
  switch (fn) {
    case 'abs':
      return { kind: 'quantity', dimension: quantity(first) }
    case 'min':
    case 'max':
      quantity(first)
      return same(args, check, 'be compared')
    case 'round':
    case 'ceil':
    case 'floor':
      return rounded(fn, quantity(first), second, quantity, at)
    case 'lookup':
      return lookedUp(first, second, find, check, at)
    default:
      throw refuse(`“${fn}” has no place in a quantity. Use min, max, abs, round, ceil, floor, lookup.`, at)
  }
}

// Whole metres or whole millimetres? A rounded quantity says in what; a plain number takes a number of places.
function rounded(
  fn: string,
  dimension: Dimension,
  step: ExpressionTree | undefined,
  quantity: (part: ExpressionTree) => Dimension,
  at: number,
): QuantityType {
  if (sameDimension(dimension, plain)) {
    if (step && !(step.op === 'number' && /^(\d|1[0-2])$/.test(step.value)))
      throw refuse(`Write the number of places in “${fn}” as a whole number from 0 to 12.`, at)
  } else {
    const words = dimensionInWords(dimension)
    if (!step) throw refuse(`Say what to round ${words} to, as in ${fn}(width, 0.25 * m).`, at)
    const given = quantity(step)
    if (!sameDimension(dimension, given))
      throw refuse(`${words} cannot be rounded to ${dimensionInWords(given)}.`, positionOf(step))
  }
  return { kind: 'quantity', dimension }
}

function lookedUp(
  table: ExpressionTree,
  key: ExpressionTree | undefined,
  find: FindQuantity,
  check: (part: ExpressionTree) => QuantityType,
  at: number,
): QuantityType {
  const found = table.op === 'name' ? find(table.name) : undefined
  if (!found || found.kind !== 'table' || !key)
    throw refuse('Name a table of the recipe first: lookup(weights, diameter).', at)
  const given = check(key)
  if (!sameType(given, found.key))
    throw refuse(
      `This table is read by ${quantityInWords(found.key)}, not by ${quantityInWords(given)}.`,
      positionOf(key),
    )
  return found.value
}

function same(
  parts: readonly ExpressionTree[],
  check: (part: ExpressionTree) => QuantityType,
  what: string,
): QuantityType {
  const [first = boolean, ...rest] = parts.map(check)
  rest.forEach((type, index) => {
    const at = positionOf(parts[index + 1] ?? parts[0] ?? { op: 'value', value: null })
    if (sameType(first, type)) return
    if (first.kind === 'quantity' && type.kind === 'quantity')
      throw mixed(first.dimension, type.dimension, what, at)
    throw refuse(`${quantityInWords(first)} and ${quantityInWords(type)} cannot ${what}.`, at)
  })
  return first
}

const sameType = (a: QuantityType, b: QuantityType): boolean =>
  a.kind === 'quantity' && b.kind === 'quantity' ? sameDimension(a.dimension, b.dimension) : a.kind === b.kind

function mixed(a: Dimension, b: Dimension, what: string, at: number): ExpressionError {
  const bare = sameDimension(a, plain) !== sameDimension(b, plain)
  const hint = bare ? ' A number carries its unit by multiplication, as in 0.24 * m.' : ''
  return refuse(`${dimensionInWords(a)} and ${dimensionInWords(b)} cannot ${what}.${hint}`, at)
}

function expectQuantity(type: QuantityType, at: number): Dimension {
  if (type.kind === 'quantity') return type.dimension
  throw refuse(`This needs a quantity, but got ${quantityInWords(type)}.`, at)
}

function expectBoolean(type: QuantityType, at: number): void {
  if (type.kind !== 'boolean') throw refuse(`This needs yes or no, but got ${quantityInWords(type)}.`, at)
}
