import { fraction } from '#base/fraction.ts'
import { saying } from '#base/saying.ts'
import type { CatalogueItem } from '#contracts/catalogue.ts'
import type { RecipeComponent } from '#contracts/recipe.ts'
import { sameDimension } from '#expressions/dimension.ts'
import { checkFormula } from './check-formula.ts'
import type { RecipeToCheck } from './check-recipe.ts'
import { checkQuantity } from './component-quantity.ts'
import { noRecipe, notTime } from './expand-components.ts'
import { notBefore } from './expand-percent.ts'
import { measureOf } from './measure.ts'
import { typeOfParam, type QuantityPlace } from './quantity-place.ts'
import { versionOn } from './recipe-book.ts'
import { problem, type RecipeProblem } from './recipe-problem.ts'
import { wrongDimension } from './resolve-params.ts'

/** What is wrong with a component of a version: its condition, its quantity, what it names. `index` is its place in it. */
export function checkComponent(
  component: RecipeComponent,
  asked: RecipeToCheck,
  place: QuantityPlace,
  index: number,
): RecipeProblem[] {
  return [...checkCondition(component, place), ...checkKind(component, asked, place, index)]
}

function checkCondition({ condition, key }: RecipeComponent, place: QuantityPlace): RecipeProblem[] {
  if (condition === undefined) return []
  return checkFormula(condition, key, place, (type) =>
    type.kind === 'boolean' ? null : saying('A condition gives yes or no.'),
  )
}

function checkKind(
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
  problem('unknown_item', path, saying('This item is in no catalogue here.'))

type Component<Kind extends RecipeComponent['kind']> = Extract<RecipeComponent, { kind: Kind }>

function checkPurchase(
  { key, waste_percent, price }: Component<'item'>,
  { name, type }: CatalogueItem,
  currency: string,
): RecipeProblem[] {
  const problems: RecipeProblem[] = []
  if (waste_percent !== undefined && type !== 'material')
    problems.push(problem('waste', key, saying('Only material is wasted; “{{name}}” is none.', { name })))
  if (waste_percent !== undefined && fraction(waste_percent).n < 0n)
    problems.push(problem('waste', key, saying('Waste is not below zero.')))
  if (price.source === 'fixed' && price.currency !== currency)
    problems.push(
      problem(
        'currency',
        key,
        saying('The price of “{{name}}” is in {{other}}, not in {{currency}}.', {
          name,
          other: price.currency,
          currency,
        }),
      ),
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
      : [problem('unknown_recipe', key, noRecipe(version.valid_from, entry))]
  const counted = { name: entry.recipe.name, unit: entry.recipe.output_unit }
  const wrong = checkQuantity(quantity, counted, { recipe, place }, key)
  const given = Object.entries(params).flatMap(([name, formula]) => {
    const path = `${key}/params.${name}`
    const param = child.params.find((one) => one.key === name)
    if (!param || param.kind === 'derived')
      return [
        problem(
          'param',
          path,
          saying('“{{recipe}}” has no parameter “{{name}}” to be given.', {
            recipe: entry.recipe.name,
            name,
          }),
        ),
      ]
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
  if (!missed) return []
  const words = saying('“{{label}}” is taken of all cost of its kind; “{{name}}” must stand before it.', {
    label,
    name: missed.key,
  })
  return [problem('percent', key, words)]
}
