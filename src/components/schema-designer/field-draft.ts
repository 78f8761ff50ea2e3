import type { Field } from '#contracts/field.ts'
import { fieldTypeOf, hasSetting, type FieldSetting, type FieldType } from '#contracts/field-types.ts'
import { isExpression } from '#contracts/is-expression.ts'
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
    status: { options: [], transitions: {} },
    sequence: { numbering: 'NR-{yyyy}-{0000}' },
  }
  return {
    id: `field-${(lastId += 1)}`,
    fresh: true,
    field: { key: keyFromLabel(label, taken), label, type, ...needs[type] },
  }
}

/** What another type keeps of a field: its name and duties; limits and options only where they still mean something. */
export function withType(field: Field, type: FieldType): Field {
  const { key, label, description, required, unique, shown_in, visible_if, required_if, read_only_if } = field
  const duties = isAssigned(type) ? { visible_if } : { required, visible_if, required_if, read_only_if }
  const sole = hasSetting(type, 'unique') && !isAssigned(type) ? { unique } : {}
  const kept = Object.fromEntries(
    Object.entries({ description, shown_in, ...duties, ...sole, ...specifics(field, type) }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  return { key, label, type, ...kept }
}

/** Which settings a type has. */
export const hasOptions = (type: FieldType): boolean => hasSetting(type, 'options')
export const hasScale = (type: FieldType): boolean => hasSetting(type, 'scale')
export const hasRange = (type: FieldType): boolean => hasSetting(type, 'range')
export const hasLength = (type: FieldType): boolean => hasSetting(type, 'length')
export const hasMany = (type: FieldType): boolean => hasSetting(type, 'many')
export const canBeUnique = (field: Field): boolean =>
  hasSetting(field.type, 'unique') && !isAssigned(field.type) && !field.currencies
export const hasDefault = (type: FieldType): boolean => hasSetting(type, 'default')
/** Given by the server: nobody can be asked for it. */
export const isAssigned = (type: FieldType): boolean => fieldTypeOf(type).assigned === true

function specifics(field: Field, type: FieldType): Partial<Field> {
  const both = (setting: FieldSetting): boolean =>
    hasSetting(type, setting) && hasSetting(field.type, setting)
  return {
    ...(hasOptions(type) && { options: field.options ?? [] }),
    ...(both('transitions') && { transitions: field.transitions, starts: field.starts }),
    ...(hasScale(type) && { scale: field.scale }),
    ...(both('range') && { min: field.min, max: field.max }),
    ...(both('unit') && { unit: field.unit }),
    ...(type === 'money' && { currency: field.currency ?? 'EUR' }),
    ...(both('length') && { min_length: field.min_length, max_length: field.max_length }),
    ...(both('pattern') && { pattern: field.pattern }),
    ...(hasMany(type) && { many: field.many }),
    ...(type === 'relation' && { target: field.target, inverse: field.inverse }),
    ...(type === 'sequence' && { numbering: 'NR-{yyyy}-{0000}' }),
  }
}

/** A field without what is empty, as it is saved. */
export function cleanField(field: Field): Field {
  const entries = Object.entries(field).filter(
    ([key, value]) =>
      value !== undefined &&
      value !== '' &&
      // “No” is a value to begin with, an expression without words is none.
      (value !== false || key === 'default') &&
      !(isExpression(value) && value['='].trim() === ''),
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
    else if (field.type === 'sequence' && !/\{0+\}/.test(field.numbering ?? ''))
      problems.set(id, 'Write a counter such as {0000} into the pattern.')
    else if (field.type === 'relation' && !field.target) problems.set(id, 'Choose the model it links to.')
  }
  return problems
}
