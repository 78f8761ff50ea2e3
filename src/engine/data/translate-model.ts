import { optionParts } from '#contracts/option-parts.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Translate } from '#ui/translate.ts'

/** A model of the system in the reader's language; a workspace's own names are its own words and stay as they are. */
export function translateModel(model: ModelDescription, t: Translate): ModelDescription {
  if (!model.key.startsWith('sys_')) return model
  return {
    ...model,
    label: t(model.label),
    fields: model.fields.map(({ label, description, options, ...field }) => ({
      ...field,
      label: t(label),
      ...(description !== undefined && { description: t(description) }),
      ...(options && {
        options: options.map(optionParts).map((option) => ({ ...option, label: t(option.label) })),
      }),
    })),
  }
}
