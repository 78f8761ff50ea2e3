import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'

/** The part of a question for the records a field points to that says when: as of the moment that is looked at. */
export const pastOf = ({ as_of: at }: FieldDescription, target: string | null): { as_of?: string } =>
  // What the system keeps in tables of its own has no past.
  at === undefined || target?.startsWith('sys_') ? {} : { as_of: at }

/** A model of which every field offers the records of that moment. */
export const asItWas = (model: ModelDescription, at: string): ModelDescription => ({
  ...model,
  fields: model.fields.map((field) => ({ ...field, as_of: at })),
})
