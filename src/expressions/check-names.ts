import type { ExpressionTree } from '#contracts/expression.ts'
import { ExpressionError } from './expression-error.ts'
import { partsOf } from './walk-tree.ts'

/** The names a place offers. `true`: any field below it; a list: only these. */
export type DeclaredNames = Readonly<Record<string, true | readonly string[]>>

/**
 * Every use of a name the place does not declare, with its position: `checkNames(tree, { params: ['id'], user: true })`.
 * An empty answer means all is well.
 */
export function checkNames(tree: ExpressionTree, declared: DeclaredNames): ExpressionError[] {
  const problems: ExpressionError[] = []
  const visit = (part: ExpressionTree, bound: readonly string[]): void => {
    if (part.op === 'name' && !bound.includes(part.name) && !Object.hasOwn(declared, part.name)) {
      const offered = Object.keys(declared).join(', ')
      problems.push(unknown(`There is no “${part.name}” here. Known: ${offered || 'nothing'}.`, part.at))
    }
    const key =
      part.op === 'member' ? part.key : part.op === 'index' && part.key.op === 'value' ? part.key.value : null
    if ((part.op === 'member' || part.op === 'index') && part.of.op === 'name' && typeof key === 'string') {
      const fields = bound.includes(part.of.name)
        ? true
        : Object.hasOwn(declared, part.of.name) && declared[part.of.name]
      if (Array.isArray(fields) && !fields.includes(key)) {
        problems.push(unknown(`“${part.of.name}” has no “${key}”.`, part.at))
      }
    }
    if (part.op === 'each') {
      visit(part.of, bound)
      visit(part.body, [...bound, part.item])
    } else {
      for (const inner of partsOf(part)) visit(inner, bound)
    }
  }
  visit(tree, [])
  return problems
}

function unknown(message: string, at: number): ExpressionError {
  return new ExpressionError('expression_unknown_name', message, at)
}
