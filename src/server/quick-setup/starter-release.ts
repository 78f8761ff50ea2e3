import type { StarterModel, Trade } from '#contracts/api/quick-setup.ts'
import type { Field } from '#contracts/field.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import type { Language } from '#contracts/language.ts'
import { allScreens, pathFor, type RelatedModel } from '../imports/generate-screens.ts'
import { placeScreens, screenChanges, type TakenScreens } from '../imports/place-screens.ts'
import type { DefinitionChange } from '../releases/release-changes.ts'

/** A starter model in the words of a trade, without links to what will not be there. */
export function adaptModel(
  model: StarterModel,
  trade: Trade | null,
  present: ReadonlySet<string>,
): StarterModel {
  const fields = plainFields(model.schema.fields)
    .filter((field) => field.type !== 'relation' || present.has(field.target ?? ''))
    .map((field): Field => {
      const options = trade?.options[`${model.key}.${field.key}`]
      return options ? { ...field, options } : field
    })
  return { ...model, schema: { ...model.schema, fields } }
}

const mostColumns = 5

/** Models whose records point to this one: each becomes a tab on its record screen. */
function relatedTo(key: string, models: readonly StarterModel[]): RelatedModel[] {
  return models.flatMap((model) => {
    const link = plainFields(model.schema.fields).find(
      (field) => field.type === 'relation' && field.target === key,
    )
    if (!link || model.key === key) return []
    const title = model.schema.title_field
    const plain = model.schema.fields
      .filter(({ type }) => !['relation', 'long_text', 'file', 'image'].includes(type))
      .map((field) => field.key)
    const columns = [...new Set([...(title === undefined ? [] : [title]), ...plain])].slice(0, mostColumns)
    return [{ model: model.key, label: model.label, field: link.key, columns }]
  })
}

/** Everything that a choice of starter models makes, as changes of one release, and the addresses of the lists. */
export function starterRelease(
  models: readonly StarterModel[],
  taken: TakenScreens,
  language: Language,
): { changes: DefinitionChange[]; routes: string[] } {
  const changes: DefinitionChange[] = []
  const routes: string[] = []
  for (const [index, { singular, ...model }] of models.entries()) {
    changes.push({
      kind: 'model',
      key: model.key,
      body: { ...model, schema: { ...model.schema, singular }, construct_type: 'item' },
    })
    const screens = placeScreens(
      {
        key: model.key,
        label: model.label,
        fields: plainFields(model.schema.fields),
        titleField: model.schema.title_field ?? null,
        icon: model.icon,
      },
      { ...allScreens, singular, language, related: relatedTo(model.key, models), order: 100 + index * 10 },
      taken,
    )
    changes.push(...screenChanges(screens))
    routes.push(screens.routes.find(({ nav }) => nav)?.path ?? pathFor(model.key))
  }
  return { changes, routes }
}
