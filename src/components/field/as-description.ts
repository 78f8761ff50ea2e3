import type { Field } from '#contracts/field.ts'
import type { FieldDescription } from '#contracts/model-description.ts'

/** A field that no model has, or not yet, as its input takes it. */
export function asDescription(field: Field): FieldDescription {
  return {
    ...field,
    required: false,
    read_only: false,
    operators: [],
    sortable: false,
    groupable: false,
    aggregates: [],
  }
}
