import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { ask, modelFor } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

/** Publishes a draft: from then on it never changes. 422 with everything that is wrong while something is. */
export const recipePublish = defineCommand({
  name: 'recipe.publish',
  title: 'Publish a recipe version',
  input: z.strictObject({ version: z.uuid() }),
  changes: ['recipe_versions', 'recipe_components', 'recipes'],
  async run(context, { version }) {
    const model = modelFor(context, 'recipe_versions', 'update')
    await updateObjects(context, model, [{ id: version, values: { status: 'published' } }])
    const where = { field: 'id', op: 'eq' as const, value: version }
    const { rows } = await ask(context, { model: model.key, where })
    const [row] = rows
    if (!row) throw new AppError('not_found')
    const { version_no = null, rate = null, currency = null } = row
    return { version, version_no: textOf(version_no), rate: textOf(rate), currency: textOf(currency) }
  },
})

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value as string | number)
