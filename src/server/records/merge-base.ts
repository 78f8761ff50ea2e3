import { AppError } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import type { Field } from '#contracts/field.ts'
import { normaliseValue } from '#kernel/models/normalise-value.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'

type Values = Readonly<Record<string, unknown>>

const normal = (fields: ReadonlyMap<string, Field>, key: string, value: unknown): string => {
  const field = fields.get(key)
  const result = field ? normaliseValue(field, value) : { value: value ?? null }
  return canonicalJson('value' in result ? (result.value ?? null) : value)
}

/** Whether two spellings of a field's value are the same value. */
export function sameValue(declared: readonly Field[], key: string, one: unknown, other: unknown): boolean {
  const fields = new Map(declared.filter((field) => field.key === key).map((field) => [key, field]))
  return normal(fields, key, one) === normal(fields, key, other)
}

/**
 * Compares what the writer saw (`base`) with what is stored now. Fields changed by both sides to different values are a
 * conflict: 412 `edit_conflict` with `{fields: {key: {base, mine, theirs}}}` for the fields this reader may see. Disjoint
 * edits pass; keys the base does not name are not compared.
 */
export function mergeBase(
  model: ModelInfo,
  access: Access,
  declared: readonly Field[],
  stored: Values,
  base: Values,
  mine: Values,
): void {
  const fields = new Map(declared.map((field) => [field.key, field]))
  const value = (values: Values, key: string): unknown =>
    Object.hasOwn(values, key) ? (values[key] ?? null) : null
  const conflicts = Object.keys(mine).filter((key) => {
    if (!Object.hasOwn(base, key)) return false
    // Whoever may not read a field cannot have seen it, and must not learn from a refusal what it holds.
    if (!access.mayRead(model, key, fields.has(key))) return false
    const theirs = normal(fields, key, value(stored, key))
    return theirs !== normal(fields, key, base[key]) && theirs !== normal(fields, key, mine[key])
  })
  if (conflicts.length === 0) return
  const details = conflicts.map((key) => [
    key,
    { base: base[key] ?? null, mine: mine[key] ?? null, theirs: value(stored, key) },
  ])
  throw new AppError('edit_conflict', undefined, { details: { fields: Object.fromEntries(details) } })
}
