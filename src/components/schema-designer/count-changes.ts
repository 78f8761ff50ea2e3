import type { FieldDefinition } from '#contracts/computed-field.ts'
import { isComputedField } from '#contracts/is-computed-field.ts'
import { cleanField } from './field-draft.ts'
import type { SchemaDraft } from './schema-source.ts'

/**
 * How many things were changed: each field added or removed, each setting of a field that stays, and each setting of the
 * whole; another order of fields is one.
 */
export function countChanges(before: SchemaDraft, after: SchemaDraft): number {
  if (before === after) return 0
  const [old, now] = [linesOf(before), linesOf(after)]
  const known = new Map(old.map((line) => [line.id, line]))
  const changed = now.map((line) => {
    const was = known.get(line.id)
    return was ? differing({ ...was.field, group: was.group }, { ...line.field, group: line.group }) : 1
  })
  const removed = old.filter(({ id }) => !now.some((line) => line.id === id)).length
  const count = changed.reduce((sum, one) => sum + one, removed)
  const moved = count === 0 && now.some(({ id }, at) => id !== old[at]?.id) ? 1 : 0
  return count + moved + differing(settingsOf(before), settingsOf(after))
}

const linesOf = (draft: SchemaDraft) =>
  draft.groups.flatMap(({ key, fields }) =>
    fields.map(({ id, field }) => ({ id, field: { ...cleanField(field), ...rulesOf(field) }, group: key })),
  )

// A rule that has no condition yet was begun all the same.
const rulesOf = (field: FieldDefinition) =>
  isComputedField(field)
    ? {}
    : { visible_if: field.visible_if, required_if: field.required_if, read_only_if: field.read_only_if }

const settingsOf = ({ strict, title_field, singular, unique_together, groups }: SchemaDraft) => ({
  strict,
  title_field,
  singular,
  unique_together,
  groups: groups.map(({ key, label, description }) => [key, label, description]),
})

function differing(before: Record<string, unknown>, after: Record<string, unknown>): number {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).length
}
