import type { ExpressionTree } from '#contracts/expression.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { checkTypes, resultOf } from '#expressions/formulas/check-types.ts'
import type { ValueType } from '#expressions/formulas/value-type.ts'
import { parseExpression } from '#expressions/parse.ts'
import { partsOf } from '#expressions/walk-tree.ts'
import type { ModelInfo } from '../models/workspace.ts'
import type { CheckedExpression, ComputedInput } from './computed.ts'
import { NameReader, type Definitions } from './find-field.ts'

/** A problem of one part of a definition. */
export class PartError extends Error {
  readonly part: string
  readonly code: string
  readonly at: number | null

  constructor(part: string, code: string, message: string, at: number | null = null) {
    super(message)
    this.part = part
    this.code = code
    this.at = at
  }
}

/** Runs the reading of one part; its problems carry the part's name. */
export function inPart<T>(part: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ExpressionError) throw new PartError(part, error.problem, error.message, error.at)
    throw error
  }
}

/** An expression over a model's fields, with its type and everything it reads. Throws `ExpressionError`. */
export function checkExpression(
  definitions: Definitions,
  model: ModelInfo,
  text: string,
): { expression: CheckedExpression; type: ValueType; reads: ComputedInput[] } {
  const reader = new NameReader(definitions, model)
  const typed = checkTypes(parseExpression(text), reader.find)
  const inputs = [...reader.inputs.values()]
  return {
    expression: { tree: typed.tree, kind: typed.type.kind, inputs },
    type: resultOf(typed),
    reads: [...new Map([...reader.relations, ...reader.inputs]).values()],
  }
}

/** Whether amounts are multiplied or divided on the way, as an exchange rate does. */
export const converts = (tree: ExpressionTree): boolean =>
  (tree.op === 'binary' && (tree.sign === '*' || tree.sign === '/')) || partsOf(tree).some(converts)
