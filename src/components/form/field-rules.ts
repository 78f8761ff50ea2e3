import type { FieldTrees } from '#contracts/api/forms.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { fittingValue } from '#contracts/fitting-value.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { evaluateExpression, type EvaluateOptions } from '#expressions/evaluate.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { namesRead } from '#expressions/walk-tree.ts'
import { isEmptyValue } from '../field/field-traits.ts'
import type { FormValues } from './form-values.ts'

/** Expressions by field key, as the server gives them with a form. */
export type FormConditions = Readonly<Record<string, FieldTrees>>

/** What the conditions of a form say about the record as it stands. */
export interface FormState {
  hidden: ReadonlySet<string>
  /** Asked for by a condition, or always while they show. */
  required: ReadonlySet<string>
  readOnly: ReadonlySet<string>
}

/** Who fills the form in, as conditions name them. */
export interface FormUser {
  id: string | null
  email: string | null
  role: string | null
}

type Options = Pick<EvaluateOptions, 'matches' | 'functions'>

function workOut(
  tree: ExpressionTree,
  values: FormValues,
  user: FormUser,
  options: Options,
): { value: unknown } | 'failed' {
  const names = new Set(namesRead(tree).map(([name = '']) => name))
  const scope = { ...Object.fromEntries([...names].map((name) => [name, values[name] ?? null])), user }
  try {
    return { value: evaluateExpression(tree, scope, options) }
  } catch (error) {
    if (error instanceof ExpressionError) return 'failed'
    throw error
  }
}

const holds = (
  tree: ExpressionTree | undefined,
  values: FormValues,
  user: FormUser,
  options: Options,
  whenFailed: boolean,
): boolean => {
  if (!tree) return false
  const result = workOut(tree, values, user, options)
  return result === 'failed' ? whenFailed : result.value === true
}

/**
 * The same rules as the server's (`kernel/models/record-rules.ts`): visible and required by what is typed, read-only by
 * what is stored; a new record has nothing stored.
 */
export function formState(
  conditions: FormConditions,
  fields: ReadonlyMap<string, FieldDescription>,
  typed: FormValues,
  stored: FormValues | null,
  user: FormUser,
  options: Options = {},
): FormState {
  const hidden = new Set<string>()
  const required = new Set<string>()
  const readOnly = new Set<string>()
  for (const [key, trees] of Object.entries(conditions)) {
    if (trees.visible_if && !holds(trees.visible_if, typed, user, options, true)) hidden.add(key)
    else if (
      (trees.visible_if && fields.get(key)?.required) ||
      holds(trees.required_if, typed, user, options, false)
    )
      required.add(key)
    if (stored && holds(trees.read_only_if, stored, user, options, true)) readOnly.add(key)
  }
  return { hidden, required, readOnly }
}

/** The values of default expressions over what is typed, for fields nobody touched yet. */
export function defaultValues(
  conditions: FormConditions,
  fields: ReadonlyMap<string, FieldDescription>,
  typed: FormValues,
  touched: ReadonlySet<string>,
  user: FormUser,
  options: Options = {},
): FormValues {
  const values: FormValues = {}
  for (const [key, { default: tree }] of Object.entries(conditions)) {
    if (!tree || touched.has(key)) continue
    const result = workOut(tree, { ...typed, ...values }, user, options)
    const type = fields.get(key)?.type ?? 'text'
    if (result !== 'failed') values[key] = fittingValue(type, result.value) ?? undefined
  }
  return values
}

/**
 * Keys of a new record that cannot be typed and say nothing: read-only, without a value and without anything that gives
 * them one here. What numbers itself stays: it says so.
 */
export const silentKeys = (
  fields: ReadonlyMap<string, FieldDescription>,
  values: FormValues,
  speaking: ReadonlySet<string>,
): string[] =>
  [...fields.values()]
    .filter(
      ({ key, type, read_only }) =>
        read_only && type !== 'sequence' && !speaking.has(key) && isEmptyValue(values[key]),
    )
    .map(({ key }) => key)

/** Keys asked for that are empty. */
export const missingKeys = (required: ReadonlySet<string>, values: FormValues): string[] =>
  [...required].filter((key) => isEmptyValue(values[key]))

/** All trees of a form in one map, for what has to be loaded before they are worked out. */
export const allTrees = (conditions: FormConditions): Record<string, ExpressionTree> =>
  Object.fromEntries(
    Object.entries(conditions).flatMap(([key, trees]) =>
      Object.entries(trees).map(([part, tree]) => [`${key} ${part}`, tree]),
    ),
  )

/** Values as typed, with default expressions worked out where nobody wrote anything of their own. */
export interface FollowedValues {
  values: FormValues
  /** What the expressions answered last; a field that differs was written by somebody. */
  given: FormValues
}

/** Works default expressions out anew over what is typed now. */
export function followDefaults(
  { values, given }: FollowedValues,
  conditions: FormConditions,
  fields: ReadonlyMap<string, FieldDescription>,
  user: FormUser,
  options: Options = {},
): FollowedValues {
  const touched = new Set(
    Object.keys(conditions).filter(
      (key) => JSON.stringify(values[key] ?? null) !== JSON.stringify(given[key] ?? null),
    ),
  )
  const fresh = defaultValues(conditions, fields, values, touched, user, options)
  return { values: { ...values, ...fresh }, given: { ...given, ...fresh } }
}
