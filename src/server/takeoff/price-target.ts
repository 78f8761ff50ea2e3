import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { expandRecipe } from '#estimating/expand-recipe.ts'
import { priceItem } from '../estimates/price-item.ts'
import { textOf } from '../estimates/read-value.ts'
import type { StoredRow } from '../estimates/stored-version.ts'
import { loadRecipes } from '../recipes/load-recipes.ts'
import { requireSeen } from '../recipes/require-seen.ts'
import { keptRounding } from '../recipes/work-out-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import { recipeResources } from './recipe-resources.ts'
import type { RunGroup } from './run-groups.ts'
import type { Targets } from './targets.ts'

type Values = Readonly<Record<string, unknown>>

/** How a new line is priced: fields of the line, and what keeps its price as it is now. */
export interface TargetPrice {
  line: Values
  resources: readonly Values[]
  /** Why it has no price, in words. */
  lacks: string | null
}

/** Prices what a rule counts for, by the version's own day, currency and region. Without a price the line is still made. */
export async function priceTarget(
  context: RecordContext,
  rule: Values,
  { items, recipeVersions }: Targets,
  version: StoredRow,
  group: RunGroup,
): Promise<TargetPrice> {
  const item = items.get(textOf(rule, 'item') ?? '')
  if (item) {
    const line = { item: item.id, rate_source: 'item' }
    try {
      const resource = await priceItem(context, item, version.attributes, group.quantity)
      return { line, resources: [resource], lacks: null }
    } catch (error) {
      if (!(error instanceof AppError) || !Array.isArray(error.details)) throw error
      const [first] = error.details as { message: string }[]
      return { line, resources: [], lacks: first?.message ?? error.message }
    }
  }
  const recipe = recipeVersions.get(textOf(rule, 'recipe_version') ?? '')
  if (!recipe)
    return { line: { rate_source: 'manual' }, resources: [], lacks: 'The rule names no item and no recipe.' }
  return priceRecipe(context, recipe.id, group, version.attributes)
}

async function priceRecipe(
  context: RecordContext,
  id: string,
  { params, quantity }: RunGroup,
  version: Values,
): Promise<TargetPrice> {
  const loaded = await loadRecipes(context, [id])
  await requireSeen(context, loaded)
  const record = must(loaded.versions.get(id))
  const tree = expandRecipe({
    recipes: loaded.recipes,
    prices: loaded.prices,
    recipeVersion: record.version,
    params,
    quantity,
    currency: textOf(version, 'currency') ?? 'EUR',
    region: textOf(version, 'region'),
    date: textOf(version, 'price_date') ?? record.version.valid_from,
    rounding: keptRounding,
  })
  const [problem] = [...record.problems, ...tree.problems]
  const line = { recipe_version: id, rate_source: 'recipe', recipe_params: params }
  if (tree.rate === null) return { line, resources: [], lacks: problem?.message ?? 'The recipe has no rate.' }
  return { line, resources: recipeResources(tree), lacks: null }
}
