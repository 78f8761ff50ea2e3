import { useMemo } from 'react'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { useFormSchema } from '#engine/data/use-form-schema.ts'
import { idOf } from '../field/field-traits.ts'
import { describeFormFields } from '../form/describe-form-fields.ts'

/**
 * The fields of a record: its model's, then those that an archetype of its own adds (the default archetype's are among the
 * model's already). While those are being asked for, and for who may not see them, they are not there.
 */
export function useRecordFields(model: ModelDescription | null, row: Row | null): FieldDescription[] {
  const archetype = idOf(row?.['archetype_id'])
  const form = useFormSchema(archetype === null ? null : (model?.key ?? null), archetype)
  return useMemo(() => {
    if (!model || !form.data) return model?.fields ?? []
    const known = new Set(model.fields.map(({ key }) => key))
    const added = [...describeFormFields(model, form.data).values()].filter(({ key }) => !known.has(key))
    return [...model.fields, ...added]
  }, [model, form.data])
}
