import { AppError } from '#base/app-error.ts'
import { modelFor, visibleIds, type RecordContext } from '../records/record-context.ts'
import type { LoadedRecipes } from './load-recipes.ts'

const shownFields: Readonly<Record<string, readonly string[]>> = {
  recipes: ['code', 'name', 'output_unit'],
  recipe_versions: ['params'],
  recipe_components: ['name', 'qty_expr', 'fixed_price'],
  catalogue_items: ['code', 'name', 'unit', 'type'],
  estimate_quotes: ['supplier', 'price', 'currency', 'valid_until', 'excluded'],
  catalogue_prices: ['unit_price', 'valid_from', 'source', 'discount_pct'],
}

/**
 * What is made of a recipe, an item or a quote shows all that is in it: whoever may not see a part of it gets none. 403, and 404 for
 * a model this person may not see.
 */
export async function requireSeen(
  context: RecordContext,
  { read }: Pick<LoadedRecipes, 'read'>,
): Promise<void> {
  for (const [key, ids] of read) {
    const fields = shownFields[key] ?? []
    const model = modelFor(context, key, 'read')
    const hidden =
      fields.some((field) => !context.access.mayRead(model, field, true)) ||
      (context.access.rowRule(model) !== null &&
        (await visibleIds(context, key, ids)).size < new Set(ids).size)
    if (hidden)
      throw new AppError(
        'forbidden',
        key === 'estimate_quotes'
          ? 'Your role does not see all of this quote.'
          : 'Your role does not see all that is in this recipe.',
      )
  }
}
