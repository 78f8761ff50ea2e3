import type { ErrorDetail } from '#base/app-error.ts'
import { invalid } from '#base/app-error.ts'
import { isExpression, type ExpressionTree } from '#contracts/expression.ts'
import { isJsonObject } from '#base/json.ts'
import { checkNames, type DeclaredNames } from './check-names.ts'
import { ExpressionError } from './expression-error.ts'
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

/** Every expression in a JSON value with the path that leads to it. */
export function* expressionsIn(value: unknown, path = ''): Generator<{ path: string; text: string }> {
  if (isExpression(value)) {
    yield { path, text: value['='] }
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* expressionsIn(item, join(path, String(at)))
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* expressionsIn(item, join(path, key))
  }
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

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
