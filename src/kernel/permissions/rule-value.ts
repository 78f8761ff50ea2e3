import type { Clock } from '#base/clock.ts'
import { checkNames } from '#expressions/check-names.ts'
import { evaluateExpression } from '#expressions/evaluate.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { allFunctions } from '#expressions/functions/all-functions.ts'
import { parseOnce } from '#expressions/parse-once.ts'

/**
 * Who asks, as the values of row rules see them under the name `user`. What is not known is null: `record` is the record
 * of the workspace that stands for the person, a customer's own for one; `closed` are the projects and estimates that it may
 * not see any more.
 */
export interface RulePerson {
  id: string | null
  email: string | null
  role: string | null
  record: string | null
  closed: readonly string[] | null
}

const personNames = { user: ['id', 'email', 'role', 'record', 'closed'] }

const read = parseOnce((tree) => checkNames(tree, personNames)[0] ?? tree)

/** What is wrong with the expression of a rule's value, in words; null when nothing is. */
export function ruleValueProblem(text: string): string | null {
  const found = read(text)
  return found instanceof ExpressionError ? found.message : null
}

/**
 * The value of a rule's expression for this person: `ruleValue('user.id', person)`, `ruleValue('today()', person)`. Null
 * when it is not known, cannot be worked out, or is no single value.
 */
export function ruleValue(text: string, person: RulePerson, clock?: Clock): string | number | boolean | null {
  const value = worked(text, person, clock)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** The same of an expression that is a list of texts: `ruleList('user.closed', person)`. */
export function ruleList(text: string, person: RulePerson, clock?: Clock): readonly string[] | null {
  const value = worked(text, person, clock)
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null
}

function worked(text: string, person: RulePerson, clock: Clock | undefined): unknown {
  const tree = read(text)
  if (tree instanceof ExpressionError) return null
  try {
    return evaluateExpression(tree, { user: person }, { functions: allFunctions, ...(clock && { clock }) })
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}
