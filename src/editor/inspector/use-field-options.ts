import type { FieldDescription } from '#contracts/model-description.ts'
import { useModel } from '#engine/data/use-model.ts'
import type { ComboOption } from '#ui/combobox.tsx'
import { wordsOf } from './prop-kind.ts'

export interface FieldOptions {
  options: readonly ComboOption[]
  fields: readonly FieldDescription[]
}

/** The fields of a model to choose from, with the title of each record it links to: `supplier.name`. */
export function useFieldOptions(model: string | null): FieldOptions {
  const { data } = useModel(model === '' ? null : model)
  const fields = data?.fields ?? []
  const options = fields.flatMap((field): ComboOption[] => {
    const own = { value: field.key, label: field.label, detail: field.key }
    if (!field.target_title) return [own]
    const path = `${field.key}.${field.target_title}`
    return [own, { value: path, label: `${field.label} › ${wordsOf(field.target_title)}`, detail: path }]
  })
  return { options, fields }
}
