import { unreachable } from '#base/assert.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { fieldTypeOf, type FieldType } from '#contracts/field-types.ts'
import { partsOf } from '#expressions/walk-tree.ts'

/** The type of a field by its key; undefined for what is no field. */
export type TypeOf = (key: string) => FieldType | undefined

type Binary = Extract<ExpressionTree, { op: 'binary' }>

const isSum = (tree: ExpressionTree): tree is Binary =>
  tree.op === 'binary' && (tree.sign === '+' || tree.sign === '-')

/** Whether anything is added or taken away in a tree. */
export const hasSums = (tree: ExpressionTree): boolean => isSum(tree) || partsOf(tree).some(hasSums)

/**
 * Conditions and defaults count with days as formulas do: `today() + 7` and `due - lead_days` are days, `due - start` is how
 * many lie between. Left alone, a day and a number would be joined as texts.
 */
export function countDays(tree: ExpressionTree, typeOf: TypeOf): ExpressionTree {
  const within = mapParts(tree, (part) => countDays(part, typeOf))
  if (!isSum(within)) return within
  const { sign, left, right, at } = within
  const [first, second] = [isDay(left, typeOf), isDay(right, typeOf)]
  if (first && second && sign === '-') return { op: 'call', fn: 'daysBetween', args: [right, left], at }
  if (first && isAmount(right, typeOf))
    return addDays(left, sign === '-' ? { op: 'unary', sign, of: right, at } : right, at)
  return second && sign === '+' && isAmount(left, typeOf) ? addDays(right, left, at) : within
}

const addDays = (day: ExpressionTree, count: ExpressionTree, at: number): ExpressionTree => ({
  op: 'call',
  fn: 'dateAdd',
  args: [day, count, { op: 'value', value: 'days' }],
  at,
})

function isDay(tree: ExpressionTree, typeOf: TypeOf): boolean {
  if (tree.op === 'name') return typeOf(tree.name) === 'date'
  if (tree.op === 'if') return isDay(tree.then, typeOf) && isDay(tree.else, typeOf)
  const [of] = tree.op === 'call' ? tree.args : []
  return tree.op === 'call' && (tree.fn === 'today' || (tree.fn === 'dateAdd' && !!of && isDay(of, typeOf)))
}

function isAmount(tree: ExpressionTree, typeOf: TypeOf): boolean {
  if (tree.op === 'number') return true
  if (tree.op === 'unary') return tree.sign === '-'
  if (tree.op === 'call') return tree.fn === 'daysBetween'
  if (tree.op === 'name') {
    const type = typeOf(tree.name)
    return type !== undefined && ['number', 'decimal'].includes(fieldTypeOf(type).value)
  }
  if (tree.op !== 'binary') return false
  return (
    ['*', '/', '%'].includes(tree.sign) ||
    (isSum(tree) && isAmount(tree.left, typeOf) && isAmount(tree.right, typeOf))
  )
}

function mapParts(tree: ExpressionTree, map: (part: ExpressionTree) => ExpressionTree): ExpressionTree {
  switch (tree.op) {
    case 'value':
    case 'number':
    case 'name':
      return tree
    case 'member':
    case 'unary':
      return { ...tree, of: map(tree.of) }
    case 'index':
      return { ...tree, of: map(tree.of), key: map(tree.key) }
    case 'list':
      return { ...tree, items: tree.items.map(map) }
    case 'map':
      return { ...tree, entries: tree.entries.map(([key, value]) => [map(key), map(value)]) }
    case 'call':
      return { ...tree, args: tree.args.map(map) }
    case 'binary':
      return { ...tree, left: map(tree.left), right: map(tree.right) }
    case 'if':
      // oxlint-disable-next-line unicorn/no-thenable -- a tree is data and `then` never a function
      return { ...tree, test: map(tree.test), then: map(tree.then), else: map(tree.else) }
    case 'each':
      return { ...tree, of: map(tree.of), body: map(tree.body) }
    default:
      return unreachable(tree)
  }
}
