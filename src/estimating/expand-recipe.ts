import { saying } from '#base/saying.ts'
import { assert, must } from '#base/assert.ts'
import { isDecimalText } from '#base/decimal.ts'
import { fraction, minus, one, plainText } from '#base/fraction.ts'
import type { ParamValue, RecipeVersion } from '#contracts/recipe.ts'
import type { ExchangeRates } from './exchange-prices.ts'
import { expandComponents } from './expand-components.ts'
import { byType, settle, totalOf, type Expansion, type LeafOverride } from './expansion.ts'
import type { PriceBook, RecipeBook } from './recipe-book.ts'
import { problem } from './recipe-problem.ts'
import type { ExpandedRecipe, RecipeRounding } from './recipe-tree.ts'
import { resolveParams } from './resolve-params.ts'

// Twelve recipes that each hold the next ten times would be a million million leaves.
const mostParts = 20_000

/** What is asked. All numbers are plain decimal texts, the date a day. */
export interface ExpandQuestion {
  /** Holds the recipe of the version and those within it. */
  recipes: RecipeBook
  prices: PriceBook
  recipeVersion: RecipeVersion
  /** Values by key; absent ones are the defaults. */
  params?: Readonly<Record<string, ParamValue>>
  /** In the recipe's output unit. Prices for larger quantities depend on it. */
  quantity: string
  currency: string
  /** Prices in these other currencies are taken where none in its own is there. */
  rates?: ExchangeRates
  region?: string | null
  date: string
  rounding: RecipeRounding
  /** What if: another price or quantity for a leaf, by its path (`wall/bricks`). */
  overrides?: Readonly<Record<string, LeafOverride>>
}

/**
 * Prices a recipe and explains it: every item with its formula, numbers, waste, quantity, price and amount, all for one
 * output unit. The leaves add up to `sum`, `by_type` too, and `sum` with the rounding to `rate`; while a price is missing or
 * anything else is wrong, `rate` is null and `problems` say what.
 *
 * `expandRecipe({ recipes, prices, recipeVersion, quantity: '120', currency: 'EUR', date: '2026-03-01', rounding })`
 */
export function expandRecipe(question: ExpandQuestion): ExpandedRecipe {
  assert(isDecimalText(question.quantity), 'the quantity is decimal text')
  const { recipes, prices, recipeVersion: version, currency, date, rounding, overrides = {} } = question
  const { recipe } = must(recipes.get(version.recipe_id), 'the recipe of the version is in the book')
  const { params, place, problems } = resolveParams(version, question.params ?? {}, '')
  const run: Expansion = {
    recipes,
    prices,
    currency,
    rates: question.rates ?? new Map(),
    region: question.region ?? null,
    date,
    rounding,
    overrides: new Map(Object.entries(overrides)),
    quantity: fraction(question.quantity),
    problems,
    budget: mostParts,
    leaves: new Set(),
  }
  const scope = { recipe, version, place, path: '', factor: one, within: [recipe.id] }
  const { children, sums } = expandComponents(run, scope)
  for (const path of run.overrides.keys())
    if (!run.leaves.has(path))
      problems.push(problem('unknown_path', path, saying('There is no item at “{{path}}”.', { path })))
  const sum = settle(totalOf(sums), rounding.amount)
  const rate = problems.length === 0 && sums.missing.size === 0 ? settle(sum.value, rounding.rate) : null
  return {
    recipe_id: recipe.id,
    version_id: version.id,
    version_no: version.version_no,
    code: recipe.code,
    name: recipe.name,
    unit: recipe.output_unit,
    quantity: question.quantity,
    currency,
    region: run.region,
    date,
    params,
    children,
    by_type: byType((type) => settle(sums.by[type], rounding.amount).text),
    sum: sum.text,
    rate: rate?.text ?? null,
    rounding_difference: rate && plainText(minus(rate.value, sum.value)),
    problems,
  }
}
