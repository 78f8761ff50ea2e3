import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'

/** The fields of a model without those the system keeps; a model of the system has no others. */
export const ownFields = (model: ModelDescription): FieldDescription[] =>
  model.fields.filter(({ system }) => model.id === null || !system)
