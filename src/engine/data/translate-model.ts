import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { Translate } from '#ui/translate.ts'

/**
 * The product's words in the reader's language: models of the system, standard models, and the fields every model has. A
 * workspace's own names are its own words and stay as they are (in a standard model they are those without a translation).
 */
export function translateModel(model: ModelDescription, t: Translate): ModelDescription {
  const isOurs = model.key.startsWith('sys_') || model.standard === true
  return {
    ...model,
    ...(isOurs && { label: t(model.label) }),
    ...(isOurs && model.description && { description: t(model.description) }),
    fields: model.fields.map((field) => (isOurs || field.system ? translateField(field, t) : field)),
    ...(model.inverses && {
      inverses: model.inverses.map((inverse) =>
        inverse.standard ? { ...inverse, label: t(inverse.label) } : inverse,
      ),
    }),
  }
}

const translateField = (
  { label, description, options, ...field }: FieldDescription,
  t: Translate,
): FieldDescription => ({
  ...field,
  label: t(label),
  ...(description !== undefined && { description: t(description) }),
  ...(options && {
    options: options.map(optionParts).map((option) => ({ ...option, label: t(option.label) })),
  }),
})
