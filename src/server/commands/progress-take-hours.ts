import { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { textOf } from '../estimates/read-value.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { recipeHours } from '../progress/recipe-hours.ts'
import { today } from '../records/today.ts'
import { copyVersion, holdRecipe, versionsOf } from '../recipes/copy-version.ts'
import { scaleHours } from '../recipes/scale-hours.ts'
import { defineCommand } from './command.ts'

/**
 * Takes over what the site says of a version of a recipe: a draft like the recipe's latest version, with labour that comes to
 * the hours that were measured. Somebody looks at it and publishes it; what is published stays.
 */
export const progressTakeHours = defineCommand({
  name: 'progress.take-hours',
  title: 'Take over measured hours',
  input: z.strictObject({ project: z.uuid(), version: z.uuid(), day: z.iso.date().nullish() }),
  changes: ['recipe_versions', 'recipe_components'],
  async run(context, { project, version, day }) {
    const hints = await recipeHours(context, project, day ?? today(context))
    const hint = hints.find((one) => one.version === version)
    if (!hint) throw new AppError('not_found')
    const { attributes } = await visibleRow(context, 'recipe_versions', version, 'read')
    const recipe = must(textOf(attributes, 'recipe'))
    await holdRecipe(context, recipe)
    const versions = await versionsOf(context, recipe)
    const source = must(
      versions.findLast(({ status }) => status === 'published') ?? versions.find(({ id }) => id === version),
    )
    if (versions.some(({ status }) => status === 'draft'))
      throw invalid([
        {
          path: 'version',
          code: 'draft',
          message: 'This recipe has a draft already. Publish or delete it, then take the hours over.',
        },
      ])
    const change = await scaleHours(context, String(source.id), hint.measured)
    return { version: await copyVersion(context, recipe, source, {}, change) }
  },
})
