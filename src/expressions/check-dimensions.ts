import { unreachable } from '#base/assert.ts'
import { saying, type Message, type MessageValue } from '#base/saying.ts'
import type { Dimension } from '#contracts/unit.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { dimensionInWords, divided, multiplied, plain, sameDimension } from './dimension.ts'
import type { ExpressionError } from './expression-error.ts'
import { positionOf, refuse } from './formulas/expect-type.ts'
import { quantityInWords, type QuantityName, type QuantityType } from './quantity-type.ts'
import { wordedError } from './worded-error.ts'

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
      return same([tree.then, tree.else], check, exchanged)
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
    throw wordedError(
      'expression_unknown_name',
      saying('“{{name}}” at position {{position}} is no parameter and no unit.', { name, position: at + 1 }),
      at,
    )
  if (found.kind === 'table')
    throw refuse(saying('“{{name}}” is a table; read it with lookup({{name}}, key).', { name }), at)
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
      if (!sameDimension(one, other)) throw mixed(one, other, sign === '+' ? added : subtracted, at)
      return { kind: 'quantity', dimension: one }
    }
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [one, other] = [quantity(left), quantity(right)]
      if (!sameDimension(one, other)) throw mixed(one, other, compared, at)
      return boolean
    }
    case '==':
    case '!=':
      same([left, right], check, compared)
      return boolean
    case 'in':
      if (right.op !== 'list') throw refuse('Write what it may be as a list: format in ["DF", "NF"].', at)
      same([left, ...right.items], check, compared)
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
  if (!first) throw refuse(saying('“{{name}}” needs a value.', { name: fn }), at)
  switch (fn) {
    case 'abs':
      return { kind: 'quantity', dimension: quantity(first) }
    case 'min':
    case 'max':
      quantity(first)
      return same(args, check, compared)
    case 'round':
    case 'ceil':
    case 'floor':
      return rounded(fn, quantity(first), second, quantity, at)
    case 'lookup':
      return lookedUp(first, second, find, check, at)
    default:
      throw refuse(
        saying('“{{name}}” has no place in a quantity. Use min, max, abs, round, ceil, floor, lookup.', {
          name: fn,
        }),
        at,
      )
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
      throw refuse(
        saying('Write the number of places in “{{name}}” as a whole number from 0 to 12.', { name: fn }),
        at,
      )
  } else {
    if (!step)
      throw refuse(
        saying('Say what to round {{what}} to, as in {{name}}(width, 0.25 * m).', {
          what: word(dimension),
          name: fn,
        }),
        at,
      )
    const given = quantity(step)
    if (!sameDimension(dimension, given))
      throw refuse(
        saying('{{one}} cannot be rounded to {{other}}.', { one: word(dimension), other: word(given) }),
        positionOf(step),
      )
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
      saying('This table is read by {{one}}, not by {{other}}.', {
        one: typeWord(found.key),
        other: typeWord(given),
      }),
      positionOf(key),
    )
  return found.value
}

function same(
  parts: readonly ExpressionTree[],
  check: (part: ExpressionTree) => QuantityType,
  cannot: Cannot,
): QuantityType {
  const [first = boolean, ...rest] = parts.map(check)
  rest.forEach((type, index) => {
    const at = positionOf(parts[index + 1] ?? parts[0] ?? { op: 'value', value: null })
    if (sameType(first, type)) return
    if (first.kind === 'quantity' && type.kind === 'quantity')
      throw mixed(first.dimension, type.dimension, cannot, at)
    throw refuse(cannot({ one: typeWord(first), other: typeWord(type) }), at)
  })
  return first
}

const sameType = (a: QuantityType, b: QuantityType): boolean =>
  a.kind === 'quantity' && b.kind === 'quantity' ? sameDimension(a.dimension, b.dimension) : a.kind === b.kind

function mixed(a: Dimension, b: Dimension, cannot: Cannot, at: number): ExpressionError {
  const problem = cannot({ one: word(a), other: word(b) })
  const bare = sameDimension(a, plain) !== sameDimension(b, plain)
  return refuse(bare ? withHint(problem) : problem, at)
}

/** Why two things do not go together. */
type Cannot = (values: { one: MessageValue; other: MessageValue }) => Message

const added: Cannot = (values) => saying('{{one}} and {{other}} cannot be added.', values)
const subtracted: Cannot = (values) => saying('{{one}} and {{other}} cannot be subtracted.', values)
const compared: Cannot = (values) => saying('{{one}} and {{other}} cannot be compared.', values)
const exchanged: Cannot = (values) => saying('{{one}} and {{other}} cannot stand in for each other.', values)

const withHint = ({ text = '', values = {} }: Message): Message =>
  saying(`${text} A number carries its unit by multiplication, as in 0.24 * m.`, values)

const word = (dimension: Dimension): MessageValue => ({ names: [dimensionInWords(dimension)] })
const typeWord = (type: QuantityName): MessageValue => ({ names: [quantityInWords(type)] })

function expectQuantity(type: QuantityType, at: number): Dimension {
  if (type.kind === 'quantity') return type.dimension
  throw refuse(saying('This needs a quantity, but got {{what}}.', { what: typeWord(type) }), at)
}

function expectBoolean(type: QuantityType, at: number): void {
  if (type.kind !== 'boolean')
    throw refuse(saying('This needs yes or no, but got {{what}}.', { what: typeWord(type) }), at)
}
