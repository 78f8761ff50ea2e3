import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'

/** The fields of a model (or those of one of its records) without what the system keeps; a model of the system has no others. */
export const ownFields = (
  model: ModelDescription,
  fields: readonly FieldDescription[] = model.fields,
): FieldDescription[] => fields.filter(({ system }) => model.id === null || !system)
