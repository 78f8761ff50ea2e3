import { fraction, one } from '#base/fraction.ts'
import type { CatalogueItem } from '#contracts/catalogue.ts'
import type { Recipe, RecipeComponent, RecipeVersion } from '#contracts/recipe.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { sameDimension } from '#expressions/dimension.ts'
import { checkParams } from './check-params.ts'
import { checkQuantity } from './component-quantity.ts'
import { notTime } from './expand-components.ts'
import { notBefore } from './expand-percent.ts'
import { measureOf } from './measure.ts'
import { priceOfItem } from './price-of-item.ts'
import { typeOfParam, type QuantityPlace } from './quantity-place.ts'
import { versionOn, type PriceBook, type PricedItem, type RecipeBook } from './recipe-book.ts'
import { checkGraph } from './recipe-graph.ts'
import { formulaProblem, problem, type RecipeProblem } from './recipe-problem.ts'
import { wrongDimension } from './resolve-params.ts'
import { whereUsed } from './where-used.ts'
import { typeOfFormula } from './work-out.ts'

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
  const flags: RecipeProblem[] = []
  if (recipe.output_unit !== '' && !measureOf(recipe.output_unit))
    errors.push(problem('unknown_unit', '', `“${recipe.output_unit}” is no known unit.`))
  const seen = new Set<string>()
  version.components.forEach((component, index) => {
    if (seen.has(component.key))
      errors.push(problem('duplicate_key', component.key, `Two components are called “${component.key}”.`))
    seen.add(component.key)
    errors.push(...checkCondition(component, place), ...checkComponent(component, asked, place, index))
    flags.push(...itemsOf(component, asked.prices).flatMap((one) => flagsOf(one, component, asked)))
  })
  errors.push(...checkNesting(asked))
  return { errors, flags }
}

function checkCondition({ condition, key }: RecipeComponent, place: QuantityPlace): RecipeProblem[] {
  if (condition === undefined) return []
  return checkFormula(condition, key, place, (type) =>
    type.kind === 'boolean' ? null : 'A condition gives yes or no.',
  )
}

function checkFormula(
  formula: string,
  path: string,
  place: QuantityPlace,
  refuse: (type: ReturnType<typeof typeOfFormula>) => string | null,
): RecipeProblem[] {
  try {
    const wrong = refuse(typeOfFormula(formula, place))
    return wrong === null ? [] : [problem('dimension', path, wrong)]
  } catch (error) {
    if (error instanceof ExpressionError) return [formulaProblem(path, error)]
    throw error
  }
}

function checkComponent(
  component: RecipeComponent,
  asked: RecipeToCheck,
  place: QuantityPlace,
  index: number,
): RecipeProblem[] {
  const { recipe, version, prices } = asked
  const { key } = component
  switch (component.kind) {
    case 'item': {
      const item = prices.get(component.item_id)?.item
      if (!item) return [unknownItem(key)]
      const wrong = checkQuantity(component.quantity, item, { recipe, place }, key)
      return [...(wrong ? [wrong] : []), ...checkPurchase(component, item, asked.currency)]
    }
    case 'crew':
      return component.crew.flatMap(({ item_id }, member) => {
        const path = `${key}/${member + 1}`
        const item = prices.get(item_id)?.item
        if (!item) return unknownItem(path)
        const inTime = sameDimension(measureOf(item.unit)?.dimension ?? {}, { time: 1 })
        return inTime ? [] : notTime(item.name, item.unit, path)
      })
    case 'recipe':
      return checkChild(component, asked, place)
    case 'percent':
      return checkPercent(component, version.components, index)
    case 'text':
      return []
  }
}

const unknownItem = (path: string): RecipeProblem =>
  problem('unknown_item', path, 'This item is in no catalogue here.')

type Component<Kind extends RecipeComponent['kind']> = Extract<RecipeComponent, { kind: Kind }>

function checkPurchase(
  { key, waste_percent, price }: Component<'item'>,
  { name, type }: CatalogueItem,
  currency: string,
): RecipeProblem[] {
  const problems: RecipeProblem[] = []
  if (waste_percent !== undefined && type !== 'material')
    problems.push(problem('waste', key, `Only material is wasted; “${name}” is ${type}.`))
  if (waste_percent !== undefined && fraction(waste_percent).n < 0n)
    problems.push(problem('waste', key, 'Waste is not below zero.'))
  if (price.source === 'fixed' && price.currency !== currency)
    problems.push(
      problem('currency', key, `The price of “${name}” is in ${price.currency}, not in ${currency}.`),
    )
  return problems
}

function checkChild(
  { key, recipe_id, quantity, params }: Component<'recipe'>,
  { recipe, version, recipes }: RecipeToCheck,
  place: QuantityPlace,
): RecipeProblem[] {
  const entry = recipes.get(recipe_id)
  const child = recipe_id === recipe.id ? version : entry && versionOn(entry, version.valid_from)
  if (!entry || !child)
    return recipe_id === recipe.id
      ? []
      : [problem('unknown_recipe', key, `There is no such recipe on ${version.valid_from}.`)]
  const counted = { name: entry.recipe.name, unit: entry.recipe.output_unit }
  const wrong = checkQuantity(quantity, counted, { recipe, place }, key)
  const given = Object.entries(params).flatMap(([name, formula]) => {
    const path = `${key}/params.${name}`
    const param = child.params.find((one) => one.key === name)
    if (!param || param.kind === 'derived')
      return [problem('param', path, `“${entry.recipe.name}” has no parameter “${name}” to be given.`)]
    return checkFormula(formula, path, place, (type) => wrongDimension(type, typeOfParam(param), param.label))
  })
  return [...(wrong ? [wrong] : []), ...given]
}

function checkPercent(
  { key, label, of }: Component<'percent'>,
  components: readonly RecipeComponent[],
  index: number,
): RecipeProblem[] {
  if (typeof of !== 'string') {
    const before = new Set(components.slice(0, index).map((one) => one.key))
    return of.filter((name) => !before.has(name)).map((name) => notBefore(label, name, key))
  }
  const missed = components.slice(index + 1).find(({ kind }) => kind !== 'percent' && kind !== 'text')
  const words = `“${label}” is taken of all ${of} cost; “${missed?.key}” must stand before it.`
  return missed ? [problem('percent', key, words)] : []
}

function checkNesting({ recipe, version, recipes }: RecipeToCheck): RecipeProblem[] {
  const before = recipes.get(recipe.id)?.versions.filter(({ id }) => id !== version.id) ?? []
  const withThis = new Map(recipes).set(recipe.id, { recipe, versions: [...before, version] })
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
      if (refusal) return [refusal]
    }
  return []
}

function itemsOf(component: RecipeComponent, prices: PriceBook): PricedItem[] {
  const ids =
    component.kind === 'item'
      ? [component.item_id]
      : component.kind === 'crew'
        ? component.crew.map(({ item_id }) => item_id)
        : []
  return ids.flatMap((id) => prices.get(id) ?? [])
}

function flagsOf(
  priced: PricedItem,
  component: RecipeComponent,
  { version, currency, region = null }: RecipeToCheck,
): RecipeProblem[] {
  const { name, status } = priced.item
  const flags: RecipeProblem[] = []
  if (status !== 'active') flags.push(problem('item_status', component.key, `“${name}” is ${status}.`))
  if (component.kind === 'item' && component.price.source === 'fixed') return flags
  // Any quantity will do: a price for larger quantities only is one, too.
  const question = { currency, region, date: version.valid_from, quantity: one }
  const answer = priceOfItem(priced, question)
  if (answer.kind === 'no_price' && answer.why !== 'quantity')
    flags.push(
      problem('no_price', component.key, `“${name}” has no price in ${currency} on ${version.valid_from}.`),
    )
  return flags
}
