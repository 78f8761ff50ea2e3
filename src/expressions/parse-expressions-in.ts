import type { ErrorDetail } from '#base/app-error.ts'
import { invalid } from '#base/app-error.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { checkNames, type DeclaredNames } from './check-names.ts'
import { ExpressionError } from './expression-error.ts'
import { expressionsIn } from './expressions-in.ts'
import { parseExpression } from './parse.ts'

/**
 * Reads every `{"=": text}` in a JSON value and answers the trees by text, as `GET /api/layouts/{id}` sends them.
 * With `declared`, names the place does not offer are refused too. Throws 422 `invalid` with all problems at once;
 * each detail's path leads to the expression.
 */
export function parseExpressionsIn(
  value: unknown,
  path = '',
  declared?: (path: string) => DeclaredNames | null,
): Record<string, ExpressionTree> {
  const trees = new Map<string, ExpressionTree>()
  const details: ErrorDetail[] = []
  for (const found of expressionsIn(value, path)) {
    for (const problem of read(found, trees, declared?.(found.path) ?? null)) {
      details.push({ path: found.path, code: problem.problem, message: problem.message })
    }
  }
  if (details.length > 0) throw invalid(details)
  return Object.fromEntries(trees)
}

function read(
  { text }: { text: string },
  trees: Map<string, ExpressionTree>,
  declared: DeclaredNames | null,
): ExpressionError[] {
  try {
    const tree = trees.get(text) ?? parseExpression(text)
    trees.set(text, tree)
    return declared ? checkNames(tree, declared) : []
  } catch (error) {
    if (error instanceof ExpressionError) return [error]
    throw error
  }
}
