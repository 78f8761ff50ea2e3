import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { isJsonObject } from '#base/json.ts'
import { paramValueSchema, type ParamValue } from '#contracts/recipe.ts'
import { expandRecipe } from '#estimating/expand-recipe.ts'
import { recipeResources, recipeRounding, type PricedResource } from '#estimating/recipe-resources.ts'
import type { LoadedRecipes } from '../recipes/load-recipes.ts'
import type { Wanted } from './changed-rows.ts'
import { roundingOf } from './document-of.ts'
import { currencyOf, exchangeRatesOf } from './exchange-rates.ts'
import { textOf } from './read-value.ts'
import { unitFactor } from './unit-factor.ts'

type Attributes = Readonly<Record<string, unknown>>

/** What prices a line: its own values and those of its version. */
export interface LinePrice {
  line: Attributes
  version: Attributes
  /** Whether the line takes now what it is priced by. */
  isTaken: boolean
}

/** The resources of one unit of a line, and what the line itself is to have. */
export interface PricedParts {
  resources: readonly PricedResource[]
  values: Wanted
}

/**
 * A line by a version of a recipe and the line's parameters. A price that is missing stays missing in its resource; the line
 * has no rate then. 422 for a draft, for parameters that do not fit, and for a unit the recipe does not make.
 */
export function priceByRecipe(loaded: LoadedRecipes, id: string, { line, version }: LinePrice): PricedParts {
  const record = must(loaded.versions.get(id))
  if (record.row.attributes.status === 'draft')
    throw refusal(
      'recipe_version',
      'draft',
      'Publish this version of the recipe first: a draft still changes.',
    )
  const { recipe } = must(loaded.recipes.get(record.version.recipe_id))
  const tree = expandRecipe({
    recipes: loaded.recipes,
    prices: loaded.prices,
    recipeVersion: record.version,
    params: paramsOf(line),
    quantity: textOf(line, 'quantity') ?? '0',
    currency: currencyOf(version),
    rates: exchangeRatesOf(version),
    region: textOf(version, 'region'),
    date: textOf(version, 'price_date') ?? record.version.valid_from,
    rounding: recipeRounding(roundingOf(version)),
  })
  const wrong = [...record.problems, ...tree.problems].filter(({ code }) => !priceless.has(code))
  if (wrong.length > 0)
    throw invalid(
      wrong.map(({ path, at: _at, ...why }) => ({
        ...why,
        path: path.startsWith('params.') ? 'recipe_params' : 'recipe_version',
      })),
    )
  const unit = textOf(line, 'unit') ?? recipe.output_unit
  const factor = unitFactor(unit, recipe.output_unit, recipe.name)
  return {
    resources: recipeResources(tree, factor),
    values: { unit, rate_source: 'recipe', recipe_version: id, item: null, rate_override: null },
  }
}

/** These leave one resource without a price; the line says so. */
const priceless: ReadonlySet<string> = new Set(['no_price', 'currency'])

const refusal = (path: string, code: string, message: string) => invalid([{ path, code, message }])

function paramsOf({ recipe_params: given }: Attributes): Record<string, ParamValue> {
  if (given == null) return {}
  const read = isJsonObject(given)
    ? Object.entries(given).map(([key, value]) => {
        const plain = typeof value === 'number' ? String(value) : value
        const parsed = paramValueSchema.safeParse(plain)
        return parsed.success ? ([key, parsed.data] as const) : null
      })
    : [null]
  const sound = read.filter((one) => one !== null)
  if (sound.length === read.length) return Object.fromEntries(sound)
  throw refusal('recipe_params', 'param', 'Parameters are values by their keys: {"height": "2.75"}.')
}
