import { z } from 'zod'
import { languageNames } from '#contracts/language.ts'
import type { JsonObject } from '#base/json.ts'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { paramValueSchema } from '#contracts/recipe.ts'
import { decimalTextSchema, positiveTextSchema } from '#contracts/catalogue.ts'
import { expandRecipe } from '#estimating/expand-recipe.ts'
import { explainPrice } from '#estimating/explain-price.ts'
import { visibleIds } from '../records/record-context.ts'
import { loadRecipes } from '../recipes/load-recipes.ts'
import { requireSeen } from '../recipes/require-seen.ts'
import { keptRounding } from '../recipes/work-out-version.ts'
import { defineCommand } from './command.ts'

/**
 * Prices a version of a recipe and says how each cent comes about: formula, numbers, waste, price, from when and where. Other
 * parameters, day, quantity, and prices or quantities of single parts may be asked “what if”; nothing is kept of it.
 */
export const recipeExplain = defineCommand({
  name: 'recipe.explain',
  title: 'Explain the price of a recipe',
  input: z.strictObject({
    version: z.uuid(),
    params: z.record(z.string(), paramValueSchema).optional(),
    quantity: positiveTextSchema.default('1'),
    date: z.iso.date().optional(),
    region: z.string().max(60).nullable().optional(),
    overrides: z
      .record(z.string(), z.strictObject({ price: decimalTextSchema, quantity: decimalTextSchema }).partial())
      .optional(),
    language: z.enum(languageNames).default('en'),
  }),
  changes: [],
  reads: true,
  async run(context, { version: id, params, quantity, date, region, overrides, language }) {
    const { size } = await visibleIds(context, 'recipe_versions', [id])
    if (size === 0) throw new AppError('not_found')
    const loaded = await loadRecipes(context, [id])
    await requireSeen(context, loaded)
    const record = must(loaded.versions.get(id))
    const tree = expandRecipe({
      recipes: loaded.recipes,
      prices: loaded.prices,
      recipeVersion: record.version,
      ...(params && { params }),
      quantity,
      currency: record.currency,
      region: region === undefined ? record.region : region,
      date: date ?? record.version.valid_from,
      rounding: keptRounding,
      ...(overrides && { overrides: overridesOf(overrides) }),
    })
    const { rate, unit, currency, by_type } = tree
    return {
      rate: record.problems.length > 0 ? null : rate,
      unit,
      currency,
      date: tree.date,
      by_type,
      rows: explainPrice(tree, language).map((row) => ({ ...row })),
      problems: [...record.problems, ...tree.problems].map(({ values, ...one }) => ({
        ...one,
        ...(values && { values: values as unknown as JsonObject }),
      })),
    }
  },
})

const overridesOf = (
  given: Readonly<Record<string, { price?: string | undefined; quantity?: string | undefined }>>,
) =>
  Object.fromEntries(
    Object.entries(given).map(([path, { price, quantity }]) => [
      path,
      { ...(price !== undefined && { price }), ...(quantity !== undefined && { quantity }) },
    ]),
  )
