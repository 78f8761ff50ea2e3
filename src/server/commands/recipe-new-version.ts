import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Row } from '#contracts/query.ts'
import { createObjects } from '../records/create-objects.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/**
 * Makes a draft from a version of a recipe with all its components: from the one named, else from the latest; of a recipe
 * without versions, an empty one. A draft that is there already is answered instead of making another.
 */
export const recipeNewVersion = defineCommand({
  name: 'recipe.new-version',
  title: 'New version of a recipe',
  input: z.strictObject({ recipe: z.uuid(), from: z.uuid().optional(), valid_from: z.iso.date().optional() }),
  changes: ['recipe_versions', 'recipe_components'],
  async run(context, { recipe, from, valid_from }) {
    await requireRecipe(context, recipe)
    const versions = await rowsOf(context, 'recipe_versions', { recipe }, 'version_no')
    const draft = versions.find(({ status }) => status === 'draft')
    if (draft && from === undefined) return { version: String(draft.id), made: false }
    const source = from === undefined ? versions.at(-1) : versions.find(({ id }) => id === from)
    if (from !== undefined && !source) throw new AppError('not_found')
    const model = modelFor(context, 'recipe_versions', 'create')
    const values = { recipe, ...pick(source ?? {}, ['currency', 'region', 'params', 'note']) }
    const { ids } = await createObjects(context, model, [
      { values: { ...values, ...(valid_from && { valid_from }) } },
    ])
    const version = must(ids.get(0))
    if (source) await copyComponents(context, String(source.id), version)
    return { version, made: true }
  },
})

async function requireRecipe(context: RecordContext, recipe: string): Promise<void> {
  const where = { field: 'id', op: 'eq' as const, value: recipe }
  const { rows } = await ask(context, { model: 'recipes', where, fields: ['id'] })
  if (rows.length === 0) throw new AppError('not_found')
}

async function copyComponents(context: RecordContext, from: string, to: string): Promise<void> {
  const model = modelFor(context, 'recipe_components', 'create')
  const written = [...model.fields.values()]
    .filter(({ system, computed, field }) => !system && !computed && field.derived !== true)
    .map(({ key }) => key)
  const rows = await rowsOf(context, model.key, { version: from }, 'sort')
  const drafts = rows.map((row) => ({ values: { ...pick(row, written), version: to } }))
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
