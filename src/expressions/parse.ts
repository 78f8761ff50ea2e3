import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js'
import type { ExpressionTree } from '#contracts/expression.ts'
import { ExpressionError } from './expression-error.ts'
import { convertTree } from './convert-tree.ts'
import { limitTree } from './limit-tree.ts'

/** The longest expression in characters. */
const longestExpression = 4000

// The library reads the grammar and nothing else: names, functions and values are ours (`evaluate.ts`).
const reader = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 1000, maxDepth: 64, maxListElements: 200, maxMapEntries: 200, maxCallArguments: 20 },
})

/**
 * Reads an expression (CEL syntax) into its tree: `parseExpression('item.total * 1.2')`. Throws `ExpressionError`
 * (422 `invalid`) with the position and the thing that is wrong: syntax, an unknown function, a name that may never be
 * read, or more than the limits allow. Which names exist is checked by `checkNames`.
 */
export function parseExpression(text: string): ExpressionTree {
  if (text.length > longestExpression) {
    throw new ExpressionError(
      'expression_too_expensive',
      `An expression may have ${longestExpression} characters.`,
    )
  }
  const tree = convertTree(readSyntax(text))
  limitTree(tree)
  return tree
}

function readSyntax(text: string): ASTNode {
  try {
    return reader.parse(text).ast
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const at = Math.min(error.range?.start ?? 0, text.length)
    const problem =
      error.code.includes('limit') || /exceed/i.test(error.summary)
        ? 'expression_too_expensive'
        : 'expression_syntax'
    throw new ExpressionError(problem, plainWords(error, text, at), at)
  }
}

function plainWords(error: ParseError, text: string, at: number): string {
  if (at >= text.length) return 'The expression ends too early.'
  if (error.code === 'unterminated_string')
    return `The text that starts at position ${at + 1} has no closing quote.`
  const found = /^(\w+|.)/u.exec(text.slice(at))?.[0] ?? ''
  if (error.code === 'reserved_identifier') return `“${found}” at position ${at + 1} is a reserved word.`
  if (error.code.includes('token') || error.code.includes('character'))
    return `“${found}” at position ${at + 1} does not fit here.`
  return `${error.summary} (at position ${at + 1}).`
}
