import { z } from 'zod'
import { isAsPrinted } from '#estimating/exchange/bc3/base-to-recipes.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed } from '../estimates/stored-version.ts'
import { today } from '../records/today.ts'
import { planRecipes, writeRecipes } from '../recipes/import-recipes.ts'
import { loadObjects } from '../records/stored-object.ts'
import { defineCommand } from './command.ts'

export const recipeFileInput = z.strictObject({
  catalogue: z.uuid(),
  /** An upload (`POST /api/files`): FIEBDC-3. */
  file: z.uuid(),
})

/**
 * Takes the recipes of a BC3 price base into a catalogue, with those they are made of, percentages, and the items they lack
 * with their prices: all of it or nothing. Recipes that are there stay as they are. What comes to another rate than the file
 * prints is said.
 */
export const importRecipeFile = defineCommand({
  name: 'recipe.import-file',
  title: 'Import recipes',
  input: recipeFileInput.extend({
    /** From when on recipes and prices are in force; today when nobody says. */
    day: z.iso.date().optional(),
  }),
  changes: ['recipes', 'recipe_versions', 'recipe_components', 'catalogue_items', 'catalogue_prices'],
  async run(context, { day, ...input }, services) {
    const plan = await planRecipes(context, services, input)
    const from = day ?? today(context)
    const versions = await writeRecipes(context, plan, from)
    const rows = await loadObjects(context, modelNamed(context, 'recipe_versions'), [...versions.values()])
    const rates = new Map(rows.map(({ id, attributes }) => [id, textOf(attributes, 'rate')]))
    const others = plan.fresh.flatMap(({ code, price }) => {
      const rate = rates.get(versions.get(code) ?? '') ?? null
      return price === null || (rate !== null && isAsPrinted(rate, price))
        ? []
        : [{ code, printed: price, rate: rate ?? '' }]
    })
    return {
      recipes: plan.fresh.length,
      items: plan.items.length,
      there: plan.recipes.length - plan.fresh.length,
      other_rates: others.slice(0, 200),
      notes: plan.notes.slice(0, 200),
    }
  },
})
