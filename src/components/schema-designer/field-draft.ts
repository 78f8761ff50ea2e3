import type { Field } from '#contracts/field.ts'
import type { FieldType } from '#contracts/field-types.ts'
import { keyFromLabel } from '#base/key-from-label.ts'

/** A field while it is designed. `id` names the line on the screen, also while its key is still changing. */
export interface FieldDraft {
  id: string
  field: Field
  /** Not released yet: its key still follows its label. */
  fresh: boolean
}

/** Fields as the list shows them; an archetype has several groups, a model one. */
export interface GroupDraft {
  key: string
  label: string
  description?: string | null | undefined
  fields: FieldDraft[]
}

let lastId = 0

export const toFieldDraft = (field: Field): FieldDraft => ({
  id: `field-${(lastId += 1)}`,
  field,
  fresh: false,
})

/** A new field of a type, with what that type usually needs. */
export function newField(type: FieldType, label: string, taken: ReadonlySet<string>): FieldDraft {
  const needs: Partial<Record<FieldType, Partial<Field>>> = {
    money: { currency: 'EUR', scale: 2 },
    percent: { scale: 2 },
    select: { options: [] },
    multi_select: { options: [] },
  }
  return {
    id: `field-${(lastId += 1)}`,
    fresh: true,
    field: { key: keyFromLabel(label, taken), label, type, ...needs[type] },
  }
}

/** What another type keeps of a field: its name and duties; limits and options only where they still mean something. */
export function withType(field: Field, type: FieldType): Field {
  const { key, label, description, required, unique } = field
  const kept = Object.fromEntries(
    Object.entries({ description, required, unique, ...specifics(field, type) }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  return { key, label, type, ...kept }
}

const chosen: ReadonlySet<string> = new Set(['select', 'multi_select'])
const exact: ReadonlySet<string> = new Set(['decimal', 'money', 'percent'])
const numeric: ReadonlySet<string> = new Set(['number', 'integer', ...exact])
const texts: ReadonlySet<string> = new Set(['text', 'long_text', 'markdown', 'email', 'phone', 'url'])
const linked: ReadonlySet<string> = new Set(['relation', 'user'])

/** Which settings a type has. */
export const hasOptions = (type: FieldType): boolean => chosen.has(type)
export const hasScale = (type: FieldType): boolean => exact.has(type)
export const hasRange = (type: FieldType): boolean => numeric.has(type)
export const hasLength = (type: FieldType): boolean => texts.has(type)
export const hasMany = (type: FieldType): boolean => linked.has(type)
export const canBeUnique = (type: FieldType): boolean =>
  (texts.has(type) && type !== 'long_text' && type !== 'markdown') || numeric.has(type) || type === 'date'
export const hasDefault = (type: FieldType): boolean =>
  !linked.has(type) && type !== 'file' && type !== 'image' && type !== 'json'

function specifics(field: Field, type: FieldType): Partial<Field> {
  return {
    ...(hasOptions(type) && { options: field.options ?? [] }),
    ...(hasScale(type) && { scale: field.scale }),
    ...(hasRange(type) && hasRange(field.type) && { min: field.min, max: field.max, unit: field.unit }),
    ...(type === 'money' && { currency: field.currency ?? 'EUR' }),
    ...(hasLength(type) && hasLength(field.type) && { max_length: field.max_length, pattern: field.pattern }),
    ...(hasMany(type) && { many: field.many }),
  }
}

/** A field without what is empty, as it is saved. */
export function cleanField(field: Field): Field {
  const entries = Object.entries(field).filter(
    ([, value]) => value !== undefined && value !== '' && value !== false,
  )
  return Object.fromEntries(entries) as Field
}

/** What is wrong with the fields as they stand, by line. */
export function fieldProblems(groups: readonly GroupDraft[]): Map<string, string> {
  const problems = new Map<string, string>()
  const all = groups.flatMap(({ fields }) => fields)
  for (const { id, field } of all) {
    if (field.label.trim() === '') problems.set(id, 'Give the field a name.')
    else if (!/^[a-z][a-z0-9_]{0,62}$/.test(field.key))
      problems.set(id, 'The key has lower-case letters, digits and _, and begins with a letter.')
    else if (all.some((other) => other.id !== id && other.field.key === field.key))
      problems.set(id, 'Another field has this key.')
    else if (hasOptions(field.type) && (field.options ?? []).length === 0)
      problems.set(id, 'Add at least one choice.')
    else if (field.type === 'relation' && !field.target) problems.set(id, 'Choose the model it links to.')
  }
  return problems
}
