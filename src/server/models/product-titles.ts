import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockLayouts, stockRoutes } from '../features/stock-screens.ts'
import { isNamedByProduct } from '../standard-models/mark-own-words.ts'
import { standardModel } from '../standard-models/standard-models.ts'

interface Place {
  tx: Pick<Tx, 'query'>
  caller: Pick<Caller, 'tenantId'>
  workspace: Workspace
}

/**
 * Says which names in the lists of models, screens, addresses and releases are the product's, so that a reader sees them in their
 * own language: as the options of the field that holds them. A name that the workspace gave something of its own, too, is
 * shown everywhere as it is written: a field cannot tell its rows apart.
 */
export async function markProductTitles(
  place: Place,
  description: ModelDescription,
): Promise<ModelDescription> {
  switch (description.key) {
    case 'sys_model': {
      const models = [...place.workspace.modelsById.values()]
      const own = models.filter((model) => !isNamedByProduct(model)).map(({ label }) => label)
      const named = withTitles(description, 'label', { ours: models.map(({ label }) => label), own })
      const told = models.flatMap(({ source }) => standardModel(source?.standard ?? '')?.description ?? [])
      return withTitles(named, 'description', { ours: told, own: [] })
    }
    case 'sys_layout':
      return withTitles(description, 'title', { ours: layoutTitles, own: await ownTitles(place, 'layout') })
    case 'sys_route': {
      const own = await ownTitles(place, 'route')
      const screens = await ownTitles(place, 'layout')
      const named = withTitles(description, 'title', { ours: routeTitles, own })
      return {
        ...named,
        fields: named.fields.map((field) =>
          field.key === 'parent' || field.key === 'layout'
            ? { ...field, own_words: field.key === 'parent' ? own : screens }
            : field,
        ),
      }
    }
    case 'sys_release': {
      const models = [...place.workspace.modelsById.values()]
      const own = [
        ...models.filter((model) => !isNamedByProduct(model)).map(({ label }) => label),
        ...(await ownTitles(place, 'layout')),
      ]
      const ours = [...models.map(({ label }) => label), ...layoutTitles]
      const named = withTitles(description, 'names', { ours, own })
      return withTitles(named, 'note', { ours: releaseNotes, own: [] })
    }
    default:
      return description
  }
}

const layoutTitles = stockLayouts.flatMap(({ title }) => (typeof title === 'string' ? [title] : []))
// What is noted by the product alone; a note that names a file or a trade is in the language of who made it.
const releaseNotes = ['Standard models', 'New in the standard models']
const routeTitles = stockRoutes.map(({ title }) => title)

async function ownTitles({ tx, caller }: Place, kind: 'layout' | 'route'): Promise<string[]> {
  const { rows } = await tx.query<{ title: string }>(
    `select distinct title from app.sys_${kind} where tenant_id = $1 and origin = 'own' and title is not null`,
    [caller.tenantId],
  )
  return rows.map(({ title }) => title)
}

function withTitles(
  description: ModelDescription,
  key: string,
  { ours, own }: { ours: readonly string[]; own: readonly string[] },
): ModelDescription {
  const names = [...new Set(ours)].filter((name) => !own.includes(name))
  const named = (field: FieldDescription): FieldDescription => ({
    ...field,
    options: names.map((name) => ({ value: name, label: name })),
  })
  return {
    ...description,
    fields: description.fields.map((field) => (field.key === key ? named(field) : field)),
  }
}
