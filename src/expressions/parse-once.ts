import type { ExpressionTree } from '#contracts/expression.ts'
import { ExpressionError } from './expression-error.ts'
import { parseExpression } from './parse.ts'

const mostKept = 5000

/**
 * A reader that parses each text once a process and keeps what `derive` makes of its tree, or the error of the one or
 * the other.
 */
export function parseOnce<Derived>(
  derive: (tree: ExpressionTree) => Derived | ExpressionError,
): (text: string) => Derived | ExpressionError {
  const kept = new Map<string, Derived | ExpressionError>()
  return (text) => {
    let known = kept.get(text)
    if (known === undefined) {
      known = parsed(text, derive)
      if (kept.size >= mostKept) kept.clear()
      kept.set(text, known)
    }
    return known
  }
}

function parsed<Derived>(
  text: string,
  derive: (tree: ExpressionTree) => Derived | ExpressionError,
): Derived | ExpressionError {
  try {
    return derive(parseExpression(text))
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}
