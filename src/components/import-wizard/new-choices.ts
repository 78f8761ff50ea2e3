import type { StagedImport } from '#contracts/api/imports.ts'
import { choiceParts } from '#contracts/choice-parts.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Option } from '#contracts/field.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { optionsOf } from '../field/field-traits.ts'
import type { ImportPlan } from './import-plan.ts'

/** What a column says that its field does not offer to choose. */
export interface NewChoices {
  key: string
  label: string
  values: string[]
}

/**
 * What the file says in columns for fields of choices and is none of their choices: rows with it are refused. As far as the
 * file was found to have few enough different values.
 */
export function newChoices(
  plan: ImportPlan,
  staged: StagedImport,
  fields: readonly FieldDescription[],
): NewChoices[] {
  if (plan.model === null || plan.matchedTo !== plan.model) return []
  const known = new Map(staged.columns.map((column) => [column.key, column.values ?? []]))
  return plan.columns.flatMap(({ source, skip, to }) => {
    const field = skip ? undefined : fields.find(({ key }) => key === to)
    const many = field?.type === 'multi_select'
    if (!field || field.open || !(many || field.type === 'select')) return []
    // As the import reads them: by value or label, whatever their case.
    const there = new Set(optionsOf(field).flatMap(({ value, label }) => [plain(value), plain(label)]))
    const written = known.get(source) ?? []
    const values = new Map<string, string>()
    for (const value of many ? written.flatMap(choiceParts) : written) {
      const text = value.trim()
      if (text !== '' && !there.has(plain(text)) && !values.has(plain(text))) values.set(plain(text), text)
    }
    return values.size === 0 ? [] : [{ key: field.key, label: field.label, values: [...values.values()] }]
  })
}

/** The fields of a model with the new choices after those they have. */
export function withChoices(
  fields: readonly FieldDefinition[],
  added: readonly NewChoices[],
): FieldDefinition[] {
  const byKey = new Map(added.map(({ key, values }) => [key, values]))
  return fields.map((field) => {
    const values = byKey.get(field.key)
    if (!values || !('options' in field || field.type === 'select' || field.type === 'multi_select'))
      return field
    const options: Option[] = [...(field.options ?? []), ...values]
    return { ...field, options }
  })
}

const plain = (text: string): string => text.toLowerCase()
