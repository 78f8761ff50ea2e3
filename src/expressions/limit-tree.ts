import type { ExpressionTree } from '#contracts/expression.ts'
import { ExpressionError } from './expression-error.ts'
import { partsOf } from './walk-tree.ts'

const limits = { nodes: 500, depth: 150, loops: 2 }

/**
 * Refuses a tree that is too large to be worked out often: over 500 parts, 150 deep, or loops nested more than two
 * deep. Throws `ExpressionError` `expression_too_expensive`.
 */
export function limitTree(tree: ExpressionTree): void {
  let nodes = 0
  const visit = (part: ExpressionTree, depth: number, loops: number): void => {
    if (++nodes > limits.nodes || depth > limits.depth)
      throw tooLarge('This expression is too long; split it up.')
    if (part.op !== 'each') {
      for (const inner of partsOf(part)) visit(inner, depth + 1, loops)
      return
    }
    if (loops === limits.loops) throw tooLarge('Loops may be nested two deep.', part.at)
    visit(part.of, depth + 1, loops)
    visit(part.body, depth + 1, loops + 1)
  }
  visit(tree, 0, 0)
}

function tooLarge(message: string, at: number | null = null): ExpressionError {
  return new ExpressionError('expression_too_expensive', message, at)
}
