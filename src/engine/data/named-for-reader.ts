import type { ListedModel } from '#contracts/model.ts'
import type { Translate } from '#ui/translate.ts'

/**
 * Models by what a reader calls them: those of the product in the reader's language, the workspace's own as they are
 * written. Two of one name cannot be told apart in a choice, so they show their keys: `Suppliers (supplier)`.
 */
export function namedForReader(
  models: readonly ListedModel[],
  language: string,
  t: Translate,
): ListedModel[] {
  const named = models.map((model) => ({ ...model, label: model.ours ? t(model.label) : model.label }))
  const times = new Map<string, number>()
  for (const { label } of named) times.set(label, (times.get(label) ?? 0) + 1)
  return named
    .map((model) =>
      times.get(model.label) === 1 ? model : { ...model, label: `${model.label} (${model.key})` },
    )
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
}
