import type { Clock } from '#base/clock.ts'
import { addressParts } from '#contracts/address.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import type { Field } from '#contracts/field.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { evaluateExpression } from '#expressions/evaluate.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { allFunctions } from '#expressions/functions/all-functions.ts'
import { matchPattern } from '#expressions/match-pattern.ts'
import { parseOnce } from '#expressions/parse-once.ts'
import { namesRead } from '#expressions/walk-tree.ts'

/** The settings of a field that are expressions over its record. */
export const conditionParts = ['visible_if', 'required_if', 'read_only_if'] as const
export type ConditionPart = (typeof conditionParts)[number] | 'default'

/** Who writes, as conditions and default expressions see them. */
export interface Writer {
  id: string | null
  email: string | null
  role: string | null
}

/** What the system keeps of a record that conditions may read; nothing of one that is not stored yet. */
export const systemNames = ['created_at', 'created_by', 'updated_at', 'updated_by'] as const
export type SystemValues = Readonly<Record<(typeof systemNames)[number], string | null>>

/** Whether a name of a condition is kept by the system. */
export const isSystemName = (key: string): key is keyof SystemValues =>
  (systemNames as readonly string[]).includes(key)

/** What a condition is worked out over: the record's values by key, and who writes under the name `user`. */
export interface ConditionScope {
  values: ReadonlyMap<string, unknown>
  system?: SystemValues | undefined
  writer: Writer
  clock?: Clock | undefined
  /** Whose days are meant: the writer's. */
  timeZone?: string | undefined
}

/** The tree of an expression, and the keys of the record's fields it reads. */
const read = parseOnce((tree) => ({
  tree,
  paths: namesRead(tree),
  names: [...new Set(namesRead(tree).map(([name = '']) => name))],
}))

/** The text of one of a field's expressions; null when it has none (a plain default is none). */
export function expressionOf(field: Field, part: ConditionPart): string | null {
  if (part !== 'default') return field[part] ?? null
  return isExpression(field.default) ? field.default['='] : null
}

/** The tree of one of a field's expressions, for the browser too; null when it has none or it cannot be read. */
export function conditionTree(field: Field, part: ConditionPart): ExpressionTree | null {
  const text = expressionOf(field, part)
  const found = text === null ? null : read(text)
  return found === null || found instanceof ExpressionError ? null : found.tree
}

/** What keeps an expression from being read, in words; null when nothing does. */
export function conditionProblem(text: string): string | null {
  const found = read(text)
  return found instanceof ExpressionError ? found.message : null
}

/**
 * The names an expression reads that are none of the record's keys (`user` and what the system keeps aside), and parts that
 * no address has: `site.land`.
 */
export function unknownNames(
  text: string,
  keys: ReadonlySet<string>,
  isAddress: (key: string) => boolean,
): string[] {
  const found = read(text)
  if (found instanceof ExpressionError) return []
  return found.paths.flatMap(([name = '', part]) => {
    if (name === 'user' || isSystemName(name)) return []
    if (!keys.has(name)) return [name]
    return part !== undefined && isAddress(name) && !(addressParts as readonly string[]).includes(part)
      ? [`${name}.${part}`]
      : []
  })
}

/** The keys an expression of a field reads. */
export function keysRead(field: Field, part: ConditionPart): readonly string[] {
  const text = expressionOf(field, part)
  const found = text === null ? null : read(text)
  return found === null || found instanceof ExpressionError ? [] : found.names
}

/** Works out one of a field's expressions; `failed` when it cannot be worked out over these values. */
export function workOut(
  field: Field,
  part: ConditionPart,
  { values, system, writer, clock, timeZone }: ConditionScope,
): { value: unknown } | 'failed' {
  const tree = conditionTree(field, part)
  if (!tree) return 'failed'
  // A field the record does not have is empty, like one that is not filled in.
  const read = keysRead(field, part).map((key) => {
    const kept = isSystemName(key) ? system?.[key] : values.get(key)
    return [key, kept ?? null] as const
  })
  const scope = { ...Object.fromEntries(read), user: writer }
  try {
    return {
      value: evaluateExpression(tree, scope, {
        matches: matchPattern,
        functions: allFunctions,
        ...(clock && { clock }),
        ...(timeZone && { timeZone }),
      }),
    }
  } catch (error) {
    if (error instanceof ExpressionError) return 'failed'
    throw error
  }
}

/** Whether a condition holds: `true` and nothing else. One that cannot be worked out is `whenFailed`. */
export function holds(
  field: Field,
  part: Exclude<ConditionPart, 'default'>,
  scope: ConditionScope,
  whenFailed: boolean,
): boolean {
  const result = workOut(field, part, scope)
  return result === 'failed' ? whenFailed : result.value === true
}
