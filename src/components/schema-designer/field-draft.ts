import type { ComputedField, ComputedType, FieldDefinition } from '#contracts/computed-field.ts'
import type { Field, Option } from '#contracts/field.ts'
import { isComputedField } from '#contracts/is-computed-field.ts'
import { fieldTypeOf, hasSetting, type FieldSetting, type FieldType } from '#contracts/field-types.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { keyFromLabel } from '#base/key-from-label.ts'

/** A field while it is designed. `id` names the line on the screen, also while its key is still changing. */
export interface FieldDraft {
  id: string
  field: FieldDefinition
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

export const toFieldDraft = (field: FieldDefinition, id = `field-${(lastId += 1)}`): FieldDraft => ({
  id,
  field,
  fresh: false,
})

/** A new field of a type, with what that type usually needs. */
export function newField(
  type: FieldType | ComputedType,
  label: string,
  taken: ReadonlySet<string>,
): FieldDraft {
  const needs: Partial<Record<FieldType, Partial<Field>>> & Record<ComputedType, Partial<ComputedField>> = {
    money: { currency: 'EUR', scale: 2 },
    percent: { scale: 2 },
    select: { options: [] },
    multi_select: { options: [] },
    status: { options: [], transitions: {} },
    sequence: { numbering: 'NR-{yyyy}-{0000}' },
    formula: { formula: '' },
    lookup: { lookup: '' },
    rollup: { rollup: { of: '', fn: 'sum' } },
  }
  return {
    id: `field-${(lastId += 1)}`,
    fresh: true,
    field: { key: keyFromLabel(label, taken), label, type, ...needs[type] } as FieldDefinition,
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

/** A field with other options; what named one that is gone names it no longer. */
export function withOptions(field: Field, options: Option[]): Field {
  const values = new Set(options.map((option) => optionParts(option).value))
  const known = (list: readonly string[]): string[] => list.filter((value) => values.has(value))
  const begun = field.starts && known(field.starts)
  const begins = Array.isArray(field.default)
    ? field.default.filter((value) => typeof value === 'string' && values.has(value))
    : field.default
  const isGone = Array.isArray(begins)
    ? begins.length === 0
    : typeof begins === 'string' && !values.has(begins)
  return {
    ...field,
    options,
    default: isGone ? undefined : begins,
    // Where none is left, any may be the first.
    starts: begun?.length === 0 ? undefined : begun,
    transitions:
      field.transitions &&
      Object.fromEntries(
        Object.entries(field.transitions).flatMap(([from, to]) =>
          values.has(from) ? [[from, known(to)]] : [],
        ),
      ),
  }
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
export function cleanField<Definition extends FieldDefinition>(field: Definition): Definition {
  const entries = Object.entries(field).filter(
    ([key, value]) =>
      value !== undefined &&
      value !== '' &&
      // “No” is a value to begin with, an expression without words is none.
      (value !== false || key === 'default') &&
      !(isExpression(value) && value['='].trim() === ''),
  )
  return Object.fromEntries(entries) as Definition
}

/** What is missing of a field before it can be saved; the translation key. Null: nothing. */
export function fieldProblem(field: FieldDefinition): string | null {
  if (field.label.trim() === '') return 'Give the field a name.'
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(field.key))
    return 'The key has lower-case letters, digits and _, and begins with a letter.'
  if (isComputedField(field)) return computedProblem(field)
  if (hasOptions(field.type) && (field.options ?? []).length === 0) return 'Add at least one choice.'
  if ([field.visible_if, field.required_if, field.read_only_if].some((text) => text?.trim() === ''))
    return 'A rule has no condition yet.'
  if (field.type === 'sequence' && !/\{0+\}/.test(field.numbering ?? ''))
    return 'Write a counter such as {0000} into the pattern.'
  return field.type === 'relation' && !field.target ? 'Choose the model it links to.' : null
}

function computedProblem({ type, formula = '', lookup = '', rollup }: ComputedField): string | null {
  if (type === 'formula') return formula.trim() === '' ? 'Write the formula.' : null
  if (type === 'lookup') return lookup.includes('.') ? null : 'Choose the link and its field.'
  if (!rollup || rollup.of === '') return 'Choose the records it is over.'
  return rollup.fn !== 'count' && !rollup.value ? 'Choose what of each record.' : null
}

/** What is wrong with the fields as they stand, by line. */
export function fieldProblems(groups: readonly GroupDraft[]): Map<string, string> {
  const problems = new Map<string, string>()
  const all = groups.flatMap(({ fields }) => fields)
  for (const { id, field } of all) {
    const twice = all.some((other) => other.id !== id && other.field.key === field.key)
    const problem = fieldProblem(field) ?? (twice ? 'Another field has this key.' : null)
    if (problem !== null) problems.set(id, problem)
  }
  return problems
}
