import { unreachable } from '#base/assert.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { ExpressionError } from '../expression-error.ts'
import { plainPath } from '../walk-tree.ts'
import { checkCall } from './check-call.ts'
import { checkBinary } from './check-binary.ts'
import { boolean, number, positionOf, refuse, unify, expectKind } from './expect-type.ts'
import { typeInWords, type ValueType } from './value-type.ts'

/** A part of a formula with what it gives; its tree says of every `+`, `==` … whether it is about numbers or texts. */
export interface Typed {
  tree: ExpressionTree
  type: ValueType
}

/** A value a formula may read: `input` is the name its tree reads it by, `quantity` or `item.price_net`. */
export interface FormulaName {
  input: string
  type: ValueType
}

/** Looks up `['item', 'price_net']`. Throws `ExpressionError` in words when there is no such field. */
export type FindName = (path: readonly string[], at: number) => FormulaName

/**
 * Finds out what a formula gives and refuses what makes no sense: `checkTypes(tree, find)`. The tree it answers reads
 * flat names (`item.price_net` is one name), so that browser, server and SQL need to find out nothing. Throws
 * `ExpressionError` with the position.
 */
export function checkTypes(tree: ExpressionTree, find: FindName): Typed {
  const check = (part: ExpressionTree): Typed => checkTypes(part, find)
  switch (tree.op) {
    case 'value':
      if (tree.value === null) return { tree, type: { kind: 'empty' } }
      if (typeof tree.value === 'boolean') return { tree, type: boolean }
      if (/[\0\p{Surrogate}]/u.test(tree.value))
        throw refuse('This text holds characters that cannot be stored.', 0)
      return { tree, type: { kind: 'text' } }
    case 'number':
      return { tree, type: { ...number, whole: !tree.value.includes('.') } }
    case 'name':
    case 'member': {
      const path = plainPath(tree)
      if (!path) throw refuse('Fields are read from records only, as in item.price.', tree.at)
      const { input, type } = find(path, positionOf(tree))
      return { tree: { op: 'name', name: input, at: positionOf(tree) }, type }
    }
    case 'unary': {
      const of = expectKind(check(tree.of), tree.sign === '!' ? 'boolean' : 'number', tree.at)
      const none = tree.sign === '!' ? boolean : number
      return { tree: { ...tree, of: of.tree }, type: of.type.kind === 'empty' ? none : of.type }
    }
    case 'binary':
      if (tree.sign === 'in' && tree.right.op === 'list') {
        const left = check(tree.left)
        const items = unify([left, ...tree.right.items.map(check)], tree.at)
        const [value, ...rest] = items.all
        const list = { op: 'list' as const, items: rest.map((item) => item.tree) }
        return {
          tree: {
            ...tree,
            left: value?.tree ?? left.tree,
            right: list,
            ...(items.type.kind === 'number' ? { as: 'number' as const } : {}),
          },
          type: boolean,
        }
      }
      return checkBinary(tree, check(tree.left), check(tree.right))
    case 'if': {
      const test = expectKind(check(tree.test), 'boolean', positionOf(tree.test))
      const both = unify([check(tree.then), check(tree.else)], positionOf(tree.else))
      const [then, otherwise] = both.all
      return {
        tree: {
          op: 'if',
          test: test.tree,
          // oxlint-disable-next-line unicorn/no-thenable -- a tree is data and `then` never a function
          then: then?.tree ?? tree.then,
          else: otherwise?.tree ?? tree.else,
        },
        type: both.type,
      }
    }
    case 'call':
      return checkCall(tree, tree.args.map(check))
    case 'list':
      throw refuse('A list stands only after “in”, as in status in ["open", "sent"].', positionOf(tree))
    case 'index':
    case 'each':
      throw refuse('Lists are not taken apart in a formula; use a roll-up for related records.', tree.at)
    case 'map':
      throw refuse('A formula gives one value.', positionOf(tree))
    default:
      return unreachable(tree)
  }
}

/** Refuses a formula that gives nothing at all, and says what it gives otherwise. */
export function resultOf(typed: Typed): ValueType {
  if (typed.type.kind !== 'empty') return typed.type
  throw new ExpressionError('expression_type', `This formula always gives ${typeInWords(typed.type)}.`, 0)
}
