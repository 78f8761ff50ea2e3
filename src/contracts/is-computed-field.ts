import type { ComputedField, FieldDefinition } from './computed-field.ts'
import type { Field } from './field.ts'

// Apart from the schema, so that the browser looks at fields without the validator.

/** Whether a field is worked out, not filled in. */
export const isComputedField = (field: FieldDefinition): field is ComputedField =>
  field.type === 'formula' || field.type === 'lookup' || field.type === 'rollup'

/** The fields people fill in. */
export const plainFields = (fields: readonly FieldDefinition[]): Field[] =>
  fields.filter((field) => !isComputedField(field)) as Field[]
