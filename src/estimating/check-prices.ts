import { saying } from '#base/saying.ts'
import type { RecipeComponent } from '#contracts/recipe.ts'
import type { RecipeToCheck } from './check-recipe.ts'
import { noPriceWords, priceOfItem } from './price-of-item.ts'
import { fraction } from '#base/fraction.ts'
import { versionOn } from './recipe-book.ts'
import { problem, type RecipeProblem } from './recipe-problem.ts'

// More than anybody buys: a price for large quantities only is a price, too.
const plenty = fraction('999999999999')

/**
 * What somebody must know before a version is published: items that have no price on its first day or are no longer to be
 * used, those of the recipes within it, too. Call it for a recipe without a circle.
 */
export function checkPrices(asked: RecipeToCheck): RecipeProblem[] {
  return flagsIn(asked.version.components, '', asked, new Set())
}

// A recipe that stands in several places is looked at in the first of them.
function flagsIn(
  components: readonly RecipeComponent[],
  within: string,
  asked: RecipeToCheck,
  seen: Set<string>,
): RecipeProblem[] {
  return components.flatMap((component) => {
    const path = within + component.key
    switch (component.kind) {
      case 'item':
        return flagsOf(component.item_id, path, component.price.source === 'fixed', asked)
      case 'crew':
        return component.crew.flatMap(({ item_id }, index) =>
          flagsOf(item_id, `${path}/${index + 1}`, false, asked),
        )
      case 'recipe': {
        const entry = asked.recipes.get(component.recipe_id)
        const child = entry && versionOn(entry, asked.version.valid_from)
        if (!child || seen.has(child.id)) return []
        seen.add(child.id)
        return flagsIn(child.components, `${path}/`, asked, seen)
      }
      default:
        return []
    }
  })
}

function flagsOf(
  id: string,
  path: string,
  fixed: boolean,
  { prices, version, currency, region = null }: RecipeToCheck,
): RecipeProblem[] {
  const priced = prices.get(id)
  if (!priced) return []
  const { name, status } = priced.item
  const question = { currency, region, date: version.valid_from, quantity: plenty }
  const answer = fixed ? null : priceOfItem(priced, question)
  return [
    ...(status === 'active'
      ? []
      : [problem('item_status', path, saying('“{{name}}” is no longer to be used.', { name }))]),
    ...(answer?.kind === 'no_price'
      ? [problem('no_price', path, noPriceWords(priced, question, answer.why))]
      : []),
  ]
}
