import { unreachable } from '#base/assert.ts'
import type { ExpressionTree } from '#contracts/expression.ts'

/** The direct parts of a tree, in the order they are written. */
export function partsOf(tree: ExpressionTree): ExpressionTree[] {
  switch (tree.op) {
    case 'value':
    case 'number':
    case 'name':
      return []
    case 'member':
    case 'unary':
      return [tree.of]
    case 'index':
      return [tree.of, tree.key]
    case 'list':
      return tree.items
    case 'map':
      return tree.entries.flat()
    case 'call':
      return tree.args
    case 'binary':
      return [tree.left, tree.right]
    case 'if':
      return [tree.test, tree.then, tree.else]
    case 'each':
      return [tree.of, tree.body]
    default:
      return unreachable(tree)
  }
}

/** The functions that are called anywhere in a tree. */
export const functionsCalled = (tree: ExpressionTree): string[] => [
  ...(tree.op === 'call' ? [tree.fn] : []),
  ...partsOf(tree).flatMap(functionsCalled),
]

/**
 * The paths of names a tree reads, as deep as they are written plainly: `sources.lines.total + item[x]` →
 * `[['sources', 'lines', 'total'], ['item'], ['x']]`. Names bound by `map` and its kin are left out.
 */
export function namesRead(tree: ExpressionTree, bound: readonly string[] = []): string[][] {
  const path = plainPath(tree)
  if (path) return bound.includes(path[0] ?? '') ? [] : [path]
  if (tree.op === 'each')
    return [...namesRead(tree.of, bound), ...namesRead(tree.body, [...bound, tree.item])]
  return partsOf(tree).flatMap((part) => namesRead(part, bound))
}

/** The path of a plain name, `item.price` → `["item", "price"]`; null for anything else. */
export function plainPath(tree: ExpressionTree): string[] | null {
  if (tree.op === 'name') return [tree.name]
  if (tree.op !== 'member') return null
  const before = plainPath(tree.of)
  return before && [...before, tree.key]
}
