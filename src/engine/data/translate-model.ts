import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { Translate } from '#ui/translate.ts'

/**
 * The product's words in the reader's language: models of the system, standard models, and the fields every model has. A
 * workspace's own names are its own words and stay as they are, in a standard model too (`own_words`).
 */
export function translateModel(model: ModelDescription, t: Translate): ModelDescription {
  const isOurs = model.key.startsWith('sys_') || model.standard === true
  const words = butFor(model.own_words, t)
  return {
    ...model,
    ...(isOurs && { label: words(model.label) }),
    ...(isOurs && model.description && { description: words(model.description) }),
    fields: model.fields.map((field) => (isOurs || field.system ? translateField(field, t) : field)),
    ...(model.inverses && {
      inverses: model.inverses.map((inverse) =>
        inverse.standard ? { ...inverse, label: t(inverse.label) } : inverse,
      ),
    }),
  }
}

function translateField(
  { label, description, options, ...field }: FieldDescription,
  t: Translate,
): FieldDescription {
  const words = butFor(field.own_words, t)
  return {
    ...field,
    label: words(label),
    ...(description !== undefined && { description: words(description) }),
    ...(options && {
      options: options.map(optionParts).map((option) => ({ ...option, label: words(option.label) })),
    }),
  }
}

/** Says what is the product's in the reader's language, and what is the workspace's own as it is written. */
export const butFor =
  (own: readonly string[] | undefined, t: Translate) =>
  (text: string): string =>
    own?.includes(text) ? text : t(text)
