import { z } from 'zod'

/** An expression in a place that also takes a plain value: `{"=": "params.id"}`. */
export const expressionSchema = z.strictObject({ '=': z.string().min(1).max(4000) })
export type Expression = z.infer<typeof expressionSchema>

export { isExpression } from './is-expression.ts'

/**
 * A parsed expression. The server parses (CEL syntax); the browser only evaluates, so the parser is no part of the
 * first load: `GET /api/layouts/{id}` carries the trees of all expressions the layout holds.
 */
export type ExpressionTree =
  | { op: 'value'; value: null | boolean | string }
  /** A number is kept as its decimal text: exact in browser, server and SQL. */
  | { op: 'number'; value: string }
  | { op: 'name'; name: string; at: number }
  | { op: 'member'; of: ExpressionTree; key: string; at: number }
  | { op: 'index'; of: ExpressionTree; key: ExpressionTree; at: number }
  | { op: 'list'; items: ExpressionTree[] }
  | { op: 'map'; entries: [ExpressionTree, ExpressionTree][] }
  | { op: 'call'; fn: string; args: ExpressionTree[]; at: number }
  | { op: 'unary'; sign: '!' | '-'; of: ExpressionTree; at: number }
  | {
      op: 'binary'
      sign: '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | 'in'
      left: ExpressionTree
      right: ExpressionTree
      at: number
      /** What both sides are, where that was found out before (formulas); without it, it is seen from the values. */
      as?: 'number' | 'text'
    }
  | { op: 'if'; test: ExpressionTree; then: ExpressionTree; else: ExpressionTree }
  | {
      op: 'each'
      fn: 'map' | 'filter' | 'all' | 'exists'
      of: ExpressionTree
      item: string
      body: ExpressionTree
      at: number
    }
