import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { copyVersion, holdRecipe, versionsOf } from '../recipes/copy-version.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
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
    await holdRecipe(context, recipe)
    const versions = await versionsOf(context, recipe)
    const draft = versions.find(({ status }) => status === 'draft')
    if (draft && from === undefined) return { version: String(draft.id), made: false }
    const source = from === undefined ? versions.at(-1) : versions.find(({ id }) => id === from)
    if (from !== undefined && !source) throw new AppError('not_found')
    const version = await copyVersion(context, recipe, source, valid_from ? { valid_from } : {})
    return { version, made: true }
  },
})

async function requireRecipe(context: RecordContext, recipe: string): Promise<void> {
  const where = { field: 'id', op: 'eq' as const, value: recipe }
  const { rows } = await ask(context, { model: 'recipes', where, fields: ['id'] })
  if (rows.length === 0) throw new AppError('not_found')
}
