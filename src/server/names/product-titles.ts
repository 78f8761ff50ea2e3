import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockLayouts, stockRoutes } from '../features/stock-screens.ts'
import { isNamedByProduct } from '../standard-models/mark-own-words.ts'
import { standardModel } from '../standard-models/standard-models.ts'

export interface NamesPlace {
  tx: Pick<Tx, 'query'>
  caller: Pick<Caller, 'tenantId'>
  workspace: Workspace
  access: Pick<Access, 'can'>
}

/** Of the lists of definitions, by field. */
export interface ProductTitles {
  /** Names that are the product's. */
  titles: Readonly<Record<string, readonly string[]>>
  /** Names that the workspace gave, and what choices are called that it named. */
  own: Readonly<Record<string, readonly string[]>>
}

/**
 * Which names in the lists of models, screens, addresses, roles and releases are the product's, so that a reader sees them in
 * own language. A name that the workspace gave something of its own, too, is shown everywhere as it is written: a
 * field cannot tell its rows apart. Models that the reader may not see decide nothing: it would tell what they are called.
 */
export async function productTitles(place: NamesPlace, key: string): Promise<ProductTitles> {
  const { workspace, access } = place
  const models = [...workspace.modelsById.values()].filter((model) => access.can(model, 'read'))
  const ownModels = models.filter((model) => !isNamedByProduct(model)).map(({ label }) => label)
  const modelLabels = models.map(({ label }) => label)
  switch (key) {
    case 'sys_model': {
      const told = models.flatMap(({ source }) => standardModel(source?.standard ?? '')?.description ?? [])
      const titles = { label: without(modelLabels, ownModels), description: without(told, []) }
      return { titles, own: { label: ownModels } }
    }
    case 'sys_layout': {
      const own = await ownTitles(place, 'layout')
      return { titles: { title: without(layoutTitles, own) }, own: { title: own } }
    }
    case 'sys_route': {
      const own = await ownTitles(place, 'route')
      const screens = await ownTitles(place, 'layout')
      return {
        titles: { title: without(routeTitles, own) },
        own: { title: own, parent: own, layout: screens },
      }
    }
    case 'sys_role': {
      const roles = [...workspace.roles.values()]
      const labels = (builtIn: boolean): string[] =>
        roles.flatMap((role) => (role.built_in === builtIn ? [role.label] : []))
      return { titles: { label: without(labels(true), labels(false)) }, own: { label: labels(false) } }
    }
    case 'sys_release': {
      const own = [...ownModels, ...(await ownTitles(place, 'layout'))]
      const names = without([...modelLabels, ...layoutTitles], own)
      return { titles: { names, note: releaseNotes }, own: {} }
    }
    default:
      return { titles: {}, own: {} }
  }
}

/** The description of such a list with them: names that are the product's as the options of the field that holds them. */
export async function markProductTitles(
  place: NamesPlace,
  description: ModelDescription,
): Promise<ModelDescription> {
  const { titles, own } = await productTitles(place, description.key)
  const marked = (field: FieldDescription): FieldDescription => {
    const [ours, theirs] = [titles[field.key], own[field.key]]
    if (ours) return { ...field, options: ours.map((name) => ({ value: name, label: name })) }
    return theirs ? { ...field, own_words: [...theirs] } : field
  }
  return { ...description, fields: description.fields.map(marked) }
}

const layoutTitles = stockLayouts.flatMap(({ title }) => (typeof title === 'string' ? [title] : []))
// What is noted by the product alone; a note that names a file or a trade is in the language of who made it.
const releaseNotes = ['Standard models', 'New in the standard models']
const routeTitles = stockRoutes.map(({ title }) => title)

async function ownTitles({ tx, caller }: NamesPlace, kind: 'layout' | 'route'): Promise<string[]> {
  const { rows } = await tx.query<{ title: string }>(
    `select distinct title from app.sys_${kind} where tenant_id = $1 and origin = 'own' and title is not null`,
    [caller.tenantId],
  )
  return rows.map(({ title }) => title)
}

const without = (ours: readonly string[], own: readonly string[]): string[] =>
  [...new Set(ours)].filter((name) => !own.includes(name))
