import { planRecipes } from '../recipes/import-recipes.ts'
import { recipeFileInput } from './recipe-import-file.ts'
import { defineCommand } from './command.ts'

/** Says which recipes and items a BC3 price base would bring into a catalogue, and what is not taken. Writes nothing. */
export const previewRecipeFile = defineCommand({
  name: 'recipe.preview-file',
  title: 'Look at recipes of a file',
  input: recipeFileInput,
  changes: [],
  reads: true,
  async run(context, { catalogue, file }, services) {
    const plan = await planRecipes(context, services, { catalogue, file })
    const nested = plan.fresh.filter(({ parts }) => parts.some(({ kind }) => kind === 'recipe'))
    return {
      file,
      catalogue,
      currency: plan.currency,
      recipes: plan.fresh.length,
      nested: nested.length,
      there: plan.recipes.length - plan.fresh.length,
      items: plan.items.length,
      unpriced: plan.items.filter(({ price }) => price === null).length,
      examples: plan.fresh.slice(0, 50).map(({ code, name, unit, price, parts }) => ({
        code,
        name,
        unit,
        price,
        parts: String(parts.length),
      })),
      notes: plan.notes.slice(0, 200),
    }
  },
})
