import { saying } from '#base/saying.ts'
import type { Recipe, RecipeVersion } from '#contracts/recipe.ts'
import { checkComponent } from './check-component.ts'
import { checkParams } from './check-params.ts'
import { checkPrices } from './check-prices.ts'
import { expandRecipe } from './expand-recipe.ts'
import { measureOf } from './measure.ts'
import type { PriceBook, RecipeBook } from './recipe-book.ts'
import { checkGraph } from './recipe-graph.ts'
import { problem, type RecipeProblem } from './recipe-problem.ts'
import { noUnit } from './resolve-params.ts'
import { whereUsed } from './where-used.ts'

export interface RecipeToCheck {
  recipe: Recipe
  version: RecipeVersion
  /** The published recipes; this one need not be among them. */
  recipes: RecipeBook
  prices: PriceBook
  /** Of the catalogue the recipe is in. */
  currency: string
  region?: string | null
}

export interface RecipeCheck {
  /** While there is one, the version cannot be published. */
  errors: RecipeProblem[]
  /** What a person has to know and may accept: an item without a price on the first day, or no longer to be used. */
  flags: RecipeProblem[]
}

/**
 * Everything that must hold before a version is published: its formulas' dimensions, its parameters and tables, the order
 * of its percentages, no circle and no more than 12 recipes deep on its first day and on every day a version begins after it.
 */
export function checkRecipe(asked: RecipeToCheck): RecipeCheck {
  const { recipe, version } = asked
  const { place, problems } = checkParams(version)
  const errors = [...problems]
  if (recipe.output_unit !== '' && !measureOf(recipe.output_unit))
    errors.push(problem('unknown_unit', '', noUnit(recipe.output_unit)))
  const seen = new Set<string>()
  version.components.forEach((component, index) => {
    if (seen.has(component.key))
      errors.push(
        problem(
          'duplicate_key',
          component.key,
          saying('Two components are called “{{name}}”.', { name: component.key }),
        ),
      )
    seen.add(component.key)
    errors.push(...checkComponent(component, asked, place, index))
  })
  const withThis = bookWith(asked)
  const endless = checkNesting(asked, withThis)
  if (endless) return { errors: [...errors, endless], flags: [] }
  return {
    errors: errors.length > 0 ? errors : checkDefaults(asked, withThis),
    flags: checkPrices(asked),
  }
}

function bookWith({ recipe, version, recipes }: RecipeToCheck): RecipeBook {
  const before = recipes.get(recipe.id)?.versions.filter(({ id }) => id !== version.id) ?? []
  return new Map(recipes).set(recipe.id, { recipe, versions: [...before, version] })
}

function checkNesting(
  { recipe, version, recipes }: RecipeToCheck,
  withThis: RecipeBook,
): RecipeProblem | null {
  const days = new Set([version.valid_from])
  for (const { versions } of withThis.values())
    for (const { valid_from } of versions) if (valid_from > version.valid_from) days.add(valid_from)
  // A circle goes through this recipe; what becomes too deep may be a recipe that uses it.
  const starts = new Set([
    recipe.id,
    ...whereUsed(recipes, { recipe: recipe.id }).map((use) => use.recipe_id),
  ])
  for (const day of [...days].sort())
    for (const start of starts) {
      const refusal = checkGraph(withThis, start, day)
      if (refusal) return refusal
    }
  return null
}

// With its defaults a recipe can be worked out: nothing is divided by zero, no table lacks a row, it is not too large.
function checkDefaults(
  { version, prices, currency, region = null }: RecipeToCheck,
  recipes: RecipeBook,
): RecipeProblem[] {
  const rounding = { coefficient: null, amount: null, rate: null }
  const question = { recipes, prices, recipeVersion: version, currency, region, rounding }
  const { problems } = expandRecipe({ ...question, quantity: '1', date: version.valid_from })
  return problems.filter(({ code }) => code !== 'no_price')
}
