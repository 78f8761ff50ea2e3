import { must } from '#base/assert.ts'
import type { Row } from '#contracts/query.ts'
import { createObjects } from '../records/create-objects.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'

type Values = Readonly<Record<string, unknown>>

/** Versions of a recipe by their numbers, as far as this person may see them. */
export const versionsOf = (context: RecordContext, recipe: string): Promise<Row[]> =>
  rowsOf(context, 'recipe_versions', { recipe }, 'version_no')

/** Holds a recipe until the transaction ends: two who look for its draft at once find the one that either of them makes. */
export async function holdRecipe(context: RecordContext, recipe: string): Promise<void> {
  await loadObjects(context, modelFor(context, 'recipes', 'read'), [recipe], { lock: 'values' })
}

/**
 * Makes a draft of a recipe with the components of another version, or an empty one, and answers its id. `more`: what it says
 * otherwise; `change` answers what a component says otherwise.
 */
export async function copyVersion(
  context: RecordContext,
  recipe: string,
  source: Row | undefined,
  more: Values,
  change: (component: Row) => Values = () => ({}),
): Promise<string> {
  const model = modelFor(context, 'recipe_versions', 'create')
  const values = { recipe, ...pick(source ?? {}, ['currency', 'region', 'params', 'note']), ...more }
  const { ids } = await createObjects(context, model, [{ values }])
  const version = must(ids.get(0))
  if (source) await copyComponents(context, String(source.id), version, change)
  return version
}

async function copyComponents(
  context: RecordContext,
  from: string,
  to: string,
  change: (component: Row) => Values,
): Promise<void> {
  const model = modelFor(context, 'recipe_components', 'create')
  const written = [...model.fields.values()]
    .filter(({ system, computed, field }) => !system && !computed && field.derived !== true)
    .map(({ key }) => key)
  const rows = await rowsOf(context, model.key, { version: from }, 'sort')
  const drafts = rows.map((row) => ({ values: { ...pick(row, written), ...change(row), version: to } }))
  if (drafts.length > 0) await createObjects(context, model, drafts)
}

/** Up to 500 rows with these values, in order. */
async function rowsOf(
  context: RecordContext,
  model: string,
  values: Readonly<Record<string, string>>,
  field: string,
): Promise<Row[]> {
  const and = Object.entries(values).map(([key, value]) => ({ field: key, op: 'eq' as const, value }))
  const sort = [{ field, dir: 'asc' as const }]
  return (await ask(context, { model, where: { and }, sort, page: { size: 500 } })).rows
}

// A link is answered as the record it leads to.
const pick = (row: Row, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = row[key]
      if (value === null || value === undefined) return []
      return [[key, typeof value === 'object' && 'id' in value ? value.id : value]]
    }),
  )
