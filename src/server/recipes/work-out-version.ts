import { createHash } from 'node:crypto'
import { must } from '#base/assert.ts'
import { fixedText, fraction, over, plus, times, zero, type Fraction, type Rounding } from '#base/fraction.ts'
import { canonicalJson } from '#base/json.ts'
import { saying } from '#base/saying.ts'
import { itemTypes, type ItemType } from '#contracts/catalogue.ts'
import { priceNote } from '#estimating/price-note.ts'
import { checkRecipe } from '#estimating/check-recipe.ts'
import { expandRecipe } from '#estimating/expand-recipe.ts'
import { measureOf } from '#estimating/measure.ts'
import type { RecipeProblem } from '#estimating/recipe-problem.ts'
import type { ExpandedRecipe, ItemLeaf, RecipeRounding, TreeNode } from '#estimating/recipe-tree.ts'
import { keyOf } from './component-of.ts'
import type { LoadedRecipes } from './load-recipes.ts'
import type { VersionRecord } from './recipe-records.ts'

const sixDigits: Rounding = { digits: 6, mode: 'half_up' }

/** What a version keeps: exact quantities, and amounts of six digits, so that they add up to the rate as they are shown. */
export const keptRounding: RecipeRounding = { coefficient: null, amount: sixDigits, rate: sixDigits }

/** Something that is wrong with a version; while there is a `fault`, it cannot be published. */
export interface VersionIssue extends RecipeProblem {
  level: 'fault' | 'note'
}

export interface WorkedOutVersion {
  tree: ExpandedRecipe
  issues: VersionIssue[]
  /** Derived values of the version and of each component, by id. */
  values: Readonly<Record<string, unknown>>
  components: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** Prices a version on its first day in its currency and region, with the defaults of its parameters. */
export function workOutVersion(loaded: LoadedRecipes, record: VersionRecord): WorkedOutVersion {
  const { version, currency, region, row } = record
  const { recipes, prices } = loaded
  const { recipe } = must(recipes.get(version.recipe_id), 'the recipe of a version is there')
  const check = checkRecipe({ recipe, version, recipes, prices, currency, region })
  // A circle has no price: what is in it is not walked.
  const endless = check.errors.some(({ code }) => code === 'cycle' || code === 'too_deep')
  const tree = expandRecipe({
    recipes,
    prices,
    recipeVersion: endless ? { ...version, components: [] } : version,
    quantity: '1',
    currency,
    region,
    date: version.valid_from,
    rounding: keptRounding,
  })
  const faults = [...record.problems, ...check.errors, ...tree.problems]
  const issues = [
    ...unique(faults).map((one): VersionIssue => ({ ...named(one, record), level: 'fault' })),
    ...unique(check.flags)
      .filter(({ code }) => code !== 'no_price')
      .map((one): VersionIssue => ({ ...one, level: 'note' })),
  ]
  const rate = issues.some(({ level }) => level === 'fault') ? null : tree.rate
  const values = {
    rate,
    ...Object.fromEntries(itemTypes.map((type) => [type, rate === null ? null : tree.by_type[type]])),
    hours: rate === null ? null : fixedText(hoursOf(tree.children), sixDigits),
    issues,
    // A draft is not closed yet.
    checksum: row.attributes.status === 'draft' ? null : checksumOf({ recipe, version, tree }),
  }
  return { tree, issues, values, components: componentValues(record, tree) }
}

const checksumOf = (content: unknown): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

const unique = (problems: readonly RecipeProblem[]): RecipeProblem[] => [
  ...new Map(problems.map((one) => [`${one.path} ${one.code} ${one.at}`, one])).values(),
]

/** What is wrong with a formula says nothing of where it stands: its component or parameter is named before it. */
function named(one: RecipeProblem, { components, version }: VersionRecord): RecipeProblem {
  if (one.code !== 'formula') return one
  const [key = '', parameter] = one.path.split(/[/.]/)
  const part = components.find(({ id, attributes }) => keyOf(id, attributes) === key)
  const line = part
    ? part.attributes.name
    : key === 'params' && version.params.find((param) => param.key === parameter)?.label
  if (typeof line !== 'string' || line === '') return one
  const { message, text, values } = one
  return { ...one, ...saying('{{line}}: {{why}}', { line, why: { message, text, values } }) }
}

/** Hours of labour for one output unit. */
export function hoursOf(nodes: readonly TreeNode[]): Fraction {
  let sum = zero
  for (const node of nodes) {
    if (node.kind === 'crew' || node.kind === 'recipe') sum = plus(sum, hoursOf(node.children))
    else if (node.kind === 'item' && node.type === 'labour') sum = plus(sum, hoursIn(node))
  }
  return sum
}

function hoursIn({ unit, per_unit }: ItemLeaf): Fraction {
  const measure = measureOf(unit)
  if (!measure || measure.dimension.time !== 1) return zero
  return over(times(fraction(per_unit), measure.si), fraction('3600'))
}

function componentValues(
  { components }: VersionRecord,
  { children }: ExpandedRecipe,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const nodes = new Map(children.map((node) => [node.path, node]))
  return new Map(
    components.map(({ id, attributes }) => {
      const node = nodes.get(keyOf(id, attributes))
      return [
        id,
        { type: null, quantity: null, price: null, amount: null, price_note: null, ...valuesOf(node) },
      ]
    }),
  )
}

function valuesOf(node: TreeNode | undefined): Readonly<Record<string, unknown>> {
  switch (node?.kind) {
    case 'item':
      return {
        type: node.type,
        quantity: fixedText(fraction(node.per_unit), sixDigits),
        price: node.price?.unit_price ?? null,
        amount: node.amount,
        price_note: noteOf(node),
      }
    case 'percent':
      return { type: node.type, amount: node.amount }
    case 'crew':
    case 'recipe': {
      const [type, ...others] = typesIn(node.children)
      return {
        ...(type !== undefined && others.length === 0 && { type }),
        quantity: fixedText(fraction(node.per_unit), sixDigits),
        amount: node.amount,
      }
    }
    default:
      return {}
  }
}

/** In no language: `100 kg · 2026-01-01 · import: prices.csv`. That a price is fixed, or typed, says a field of its own. */
function noteOf({ price, unit }: ItemLeaf): string | null {
  if (!price || price.from === 'fixed') return null
  const per = price.price_basis === '1' ? null : `${price.price_basis} ${unit}`
  const source = price.source === null ? null : priceNote(price.source)
  const parts = [per, price.valid_from, source].filter((part) => part !== null && part !== '')
  return parts.length === 0 ? null : parts.join(' · ')
}

function typesIn(nodes: readonly TreeNode[]): ItemType[] {
  const found = nodes.flatMap((node) =>
    node.kind === 'item' || node.kind === 'percent'
      ? [node.type]
      : 'children' in node
        ? typesIn(node.children)
        : [],
  )
  return [...new Set(found)]
}
