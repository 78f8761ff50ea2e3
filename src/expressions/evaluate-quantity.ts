import { assert, unreachable } from '#base/assert.ts'
import {
  absolute,
  compareFractions,
  fraction,
  minus,
  negated,
  over,
  plainText,
  plus,
  times,
  wholeOf,
  type Fraction,
} from '#base/fraction.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { ExpressionError } from './expression-error.ts'
import { positionOf } from './formulas/expect-type.ts'

/** A quantity in SI, yes or no, or a text. */
export type QuantityValue = Fraction | boolean | string

/** The value behind a name, and the rows of a table by key; both in SI. Undefined where there is none. */
export interface QuantityScope {
  read(name: string): QuantityValue | undefined
  lookUp(table: string, key: QuantityValue): Fraction | undefined
}

type Node<Op extends ExpressionTree['op']> = Extract<ExpressionTree, { op: Op }>

// What a decimal may hold anywhere in the product.
const tooLarge = fraction(`1${'0'.repeat(30)}`)

/**
 * Works out a formula that `checkDimensions` has let through: `0.24 * m * width` → cubic metres as an exact fraction in SI.
 * Throws `ExpressionError` for a division by zero, a key a table does not have and a number over 30 digits.
 */
export function evaluateQuantity(tree: ExpressionTree, scope: QuantityScope): QuantityValue {
  const value = evaluate(tree, scope)
  if (typeof value === 'object' && compareFractions(absolute(value), tooLarge) >= 0)
    throw new ExpressionError('expression_type', 'This number is too large.', positionOf(tree))
  return value
}

function evaluate(tree: ExpressionTree, scope: QuantityScope): QuantityValue {
  switch (tree.op) {
    case 'number':
      return fraction(tree.value)
    case 'value':
      assert(tree.value !== null, 'the check refuses null')
      return tree.value
    case 'name': {
      const value = scope.read(tree.name)
      if (value === undefined)
        throw new ExpressionError('expression_unknown_name', `“${tree.name}” has no value.`, tree.at)
      return value
    }
    case 'unary':
      return tree.sign === '!' ? !isTrue(tree.of, scope) : negated(amount(tree.of, scope))
    case 'binary':
      return binary(tree, scope)
    case 'if':
      return evaluate(isTrue(tree.test, scope) ? tree.then : tree.else, scope)
    case 'call':
      return call(tree, scope)
    case 'member':
    case 'index':
    case 'list':
    case 'map':
    case 'each':
      return refusedBefore(tree.op)
    default:
      return unreachable(tree)
  }
}

function binary({ sign, left, right, at }: Node<'binary'>, scope: QuantityScope): QuantityValue {
  switch (sign) {
    case '&&':
      return isTrue(left, scope) && isTrue(right, scope)
    case '||':
      return isTrue(left, scope) || isTrue(right, scope)
    case '==':
      return isSame(evaluate(left, scope), evaluate(right, scope))
    case '!=':
      return !isSame(evaluate(left, scope), evaluate(right, scope))
    case 'in': {
      const value = evaluate(left, scope)
      return right.op === 'list' && right.items.some((item) => isSame(value, evaluate(item, scope)))
    }
    case '+':
      return plus(amount(left, scope), amount(right, scope))
    case '-':
      return minus(amount(left, scope), amount(right, scope))
    case '*':
      return times(amount(left, scope), amount(right, scope))
    case '/': {
      const divisor = amount(right, scope)
      if (divisor.n === 0n) throw new ExpressionError('expression_type', 'This divides by zero.', at)
      return over(amount(left, scope), divisor)
    }
    case '<':
      return compareFractions(amount(left, scope), amount(right, scope)) < 0
    case '<=':
      return compareFractions(amount(left, scope), amount(right, scope)) <= 0
    case '>':
      return compareFractions(amount(left, scope), amount(right, scope)) > 0
    case '>=':
      return compareFractions(amount(left, scope), amount(right, scope)) >= 0
    case '%':
      return refusedBefore(sign)
    default:
      return unreachable(sign)
  }
}

function call({ fn, args, at }: Node<'call'>, scope: QuantityScope): Fraction {
  if (fn === 'lookup') return lookedUp(args, scope, at)
  const [first = fraction('0'), ...others] = args.map((arg) => amount(arg, scope))
  switch (fn) {
    case 'abs':
      return absolute(first)
    case 'min':
    case 'max': {
      const sign = fn === 'min' ? 1 : -1
      return others.reduce((best, next) => (compareFractions(next, best) * sign < 0 ? next : best), first)
    }
    case 'round':
    case 'ceil':
    case 'floor': {
      const step = stepOf(args[1], others[0], at)
      return times(wholeOf(over(first, step), fn), step)
    }
    default:
      return refusedBefore(fn)
  }
}

// The check lets a bare number stand here only beside a plain number, where it is a number of places.
function stepOf(tree: ExpressionTree | undefined, given: Fraction | undefined, at: number): Fraction {
  if (!tree || !given) return fraction('1')
  if (tree.op === 'number') return { n: 1n, d: 10n ** given.n }
  if (given.n <= 0n)
    throw new ExpressionError('expression_type', 'What is rounded to must be above zero.', at)
  return given
}

function lookedUp([table, key]: readonly ExpressionTree[], scope: QuantityScope, at: number): Fraction {
  assert(table?.op === 'name' && key, 'the check asks for a table and a key')
  const wanted = evaluate(key, scope)
  const found = scope.lookUp(table.name, wanted)
  if (found) return found
  const words = typeof wanted === 'object' ? plainText(wanted) : String(wanted)
  throw new ExpressionError('expression_type', `The table “${table.name}” has no row for ${words}.`, at)
}

function amount(tree: ExpressionTree, scope: QuantityScope): Fraction {
  const value = evaluate(tree, scope)
  assert(typeof value === 'object', 'the check asks for a quantity here')
  return value
}

function isTrue(tree: ExpressionTree, scope: QuantityScope): boolean {
  const value = evaluate(tree, scope)
  assert(typeof value === 'boolean', 'the check asks for yes or no here')
  return value
}

const isSame = (a: QuantityValue, b: QuantityValue): boolean =>
  typeof a === 'object' && typeof b === 'object' ? compareFractions(a, b) === 0 : a === b

function refusedBefore(what: string): never {
  throw new Error(`Assertion failed: the check refuses “${what}”`)
}
