import type { StarterModel, Trade } from '#contracts/api/quick-setup.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Option } from '#contracts/field.ts'
import type { Language } from '#contracts/language.ts'
import { starterModels, trades } from './starter-models.ts'
import german from './words/de.json' with { type: 'json' }

export interface QuickSetup {
  trades: Trade[]
  manage: StarterModel[]
}

const words: Readonly<Record<Language, Readonly<Record<string, string>> | null>> = { en: null, de: german }

/**
 * What the quick setup offers, in the words of a language: names and choices become the workspace's own, and no longer
 * follow the language of whoever reads them. Keys stay as they are; a choice that has no key is its own word.
 */
export function quickSetupIn(language: Language): QuickSetup {
  const found = words[language]
  const say = (text: string): string => found?.[text] ?? text
  const choice = (option: Option): Option =>
    typeof option === 'string'
      ? say(option)
      : { ...option, ...(option.label && { label: say(option.label) }) }
  const field = (one: FieldDefinition): FieldDefinition => ({
    ...one,
    label: say(one.label),
    ...(one.description && { description: say(one.description) }),
    ...('options' in one && one.options && { options: one.options.map(choice) }),
  })
  return {
    trades: trades.map((trade) => ({
      ...trade,
      label: say(trade.label),
      description: say(trade.description),
      options: Object.fromEntries(
        Object.entries(trade.options).map(([field, choices]) => [field, choices.map(say)]),
      ),
    })),
    manage: starterModels.map((model) => ({
      ...model,
      label: say(model.label),
      singular: say(model.singular),
      description: say(model.description),
      schema: {
        ...model.schema,
        fields: model.schema.fields.map(field),
      },
    })),
  }
}
