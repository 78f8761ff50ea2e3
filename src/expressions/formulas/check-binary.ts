import { unreachable } from '#base/assert.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import type { Typed } from './check-types.ts'
import { boolean, expectKind, positionOf, refuse, sumType, text, unify } from './expect-type.ts'
import { typeInWords, type ValueType } from './value-type.ts'

type Binary = Extract<ExpressionTree, { op: 'binary' }>

/** The types of both sides of a sign; says in the tree what the sign is about. */
export function checkBinary(tree: Binary, left: Typed, right: Typed): Typed {
  const { sign, at } = tree
  switch (sign) {
    case '&&':
    case '||': {
      const a = expectKind(left, 'boolean', positionOf(tree.left))
      const b = expectKind(right, 'boolean', positionOf(tree.right))
      return { tree: { ...tree, left: a.tree, right: b.tree }, type: boolean }
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(tree, left, right)
    case 'in':
      if (right.type.kind !== 'list')
        throw refuse(`“in” needs a list, but got ${typeInWords(right.type)}.`, at)
      return { tree: { ...tree, left: expectKind(left, 'text', at).tree, right: right.tree }, type: boolean }
    case '+':
      return plus(tree, left, right)
    case '-':
      return minus(tree, left, right)
    case '*':
    case '/':
    case '%': {
      const [a, b] = numbers(tree, left, right)
      return {
        tree: { ...tree, left: a.tree, right: b.tree, as: 'number' },
        type: productType(sign, a.type, b.type),
      }
    }
    default:
      return unreachable(sign)
  }
}

function compare(tree: Binary, left: Typed, right: Typed): Typed {
  const { sign, at } = tree
  const both = unify([left, right], at)
  const { kind } = both.type
  if (kind === 'list') throw refuse('Lists are not compared; ask “x in list”.', at)
  if (kind === 'boolean' && sign !== '==' && sign !== '!=') throw refuse('Yes and no have no order.', at)
  const [a = left, b = right] = both.all
  const as = kind === 'number' ? 'number' : 'text'
  return { tree: { ...tree, left: a.tree, right: b.tree, as }, type: boolean }
}

const isMoment = ({ type }: Typed): boolean => type.kind === 'date' || type.kind === 'datetime'

function plus(tree: Binary, left: Typed, right: Typed): Typed {
  const { at } = tree
  const kinds = new Set([left.type.kind, right.type.kind])
  if (kinds.has('list')) throw refuse('Lists cannot be added in a formula.', at)
  if (kinds.has('text')) {
    return { tree: { ...tree, left: asText(left, at), right: asText(right, at), as: 'text' }, type: text }
  }
  if (left.type.kind === 'date') return addDays(tree, left, expectKind(right, 'number', at).tree)
  if (right.type.kind === 'date') return addDays(tree, right, expectKind(left, 'number', at).tree)
  if (isMoment(left) || isMoment(right)) throw refuse('Say what to add: dateAdd(time, 2, "hours").', at)
  const [a, b] = numbers(tree, left, right)
  return { tree: { ...tree, left: a.tree, right: b.tree, as: 'number' }, type: sumType([a.type, b.type], at) }
}

function minus(tree: Binary, left: Typed, right: Typed): Typed {
  const { at } = tree
  if (left.type.kind === 'date' && (right.type.kind === 'number' || right.type.kind === 'empty'))
    return addDays(tree, left, { op: 'unary', sign: '-', of: right.tree, at })
  if (isMoment(left) && isMoment(right)) {
    if (left.type.kind === 'datetime' && right.type.kind === 'datetime')
      throw refuse('Say what to count: hoursBetween(from, to) or daysBetween(from, to).', at)
    const days: ExpressionTree = { op: 'call', fn: 'daysBetween', args: [right.tree, left.tree], at }
    return { tree: days, type: { kind: 'number', whole: true } }
  }
  const [a, b] = numbers(tree, left, right)
  return { tree: { ...tree, left: a.tree, right: b.tree, as: 'number' }, type: sumType([a.type, b.type], at) }
}

const addDays = ({ at }: Binary, date: Typed, count: ExpressionTree): Typed => ({
  tree: { op: 'call', fn: 'dateAdd', args: [date.tree, count, { op: 'value', value: 'days' }], at },
  type: { kind: 'date' },
})

function numbers(tree: Binary, left: Typed, right: Typed): [Typed, Typed] {
  return [
    expectKind(left, 'number', positionOf(tree.left)),
    expectKind(right, 'number', positionOf(tree.right)),
  ]
}

/** A part as text: an amount is written without needless zeros, the same wherever it comes from. */
export function asText({ tree, type }: Typed, at: number): ExpressionTree {
  if (type.kind === 'list') throw refuse('Say how the list is written: join(list, ", ").', at)
  if (type.kind !== 'number') return { op: 'call', fn: 'text', args: [tree], at }
  return { op: 'call', fn: 'text', args: [{ op: 'call', fn: 'number', args: [tree], at }], at }
}

function productType(sign: '*' | '/' | '%', left: ValueType, right: ValueType): ValueType {
  const whole = sign !== '/' && left.whole === true && right.whole === true ? { whole: true } : {}
  const [a, b] = [left.currency, right.currency]
  if (sign === '*' && (a === undefined) !== (b === undefined))
    return { kind: 'number', currency: a ?? b ?? '', ...whole }
  if (sign !== '*' && a !== undefined && b === undefined) return { kind: 'number', currency: a, ...whole }
  return { kind: 'number', ...whole }
}
