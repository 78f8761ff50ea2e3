import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js'
import { saying, type Message } from '#base/saying.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { convertTree } from './convert-tree.ts'
import { limitTree } from './limit-tree.ts'
import { wordedError } from './worded-error.ts'

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
    throw wordedError(
      'expression_too_expensive',
      saying('An expression may have {{count}} characters.', { count: longestExpression }),
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
    throw wordedError(problem, plainWords(error, text, at), at)
  }
}

function plainWords(error: ParseError, text: string, at: number): Message {
  const position = at + 1
  if (at >= text.length) return saying('The expression ends too early.')
  if (error.code === 'unterminated_string')
    return saying('The text that starts at position {{position}} has no closing quote.', { position })
  const name = /^(\w+|.)/u.exec(text.slice(at))?.[0] ?? ''
  if (error.code === 'reserved_identifier')
    return saying('“{{name}}” at position {{position}} is a reserved word.', { name, position })
  if (name === ',' && /^\d$/.test(text[at - 1] ?? '') && /^\d$/.test(text[position] ?? ''))
    return saying('Decimals are written with a point here, like 2.75 (at position {{position}}).', {
      position,
    })
  if (error.code.includes('token') || error.code.includes('character'))
    return saying('“{{name}}” at position {{position}} does not fit here.', { name, position })
  return { message: `${error.summary} (at position ${position}).` }
}
