import { fixedText, fraction, plainText, plus, zero, type Fraction, type Rounding } from '#base/fraction.ts'
import { itemTypes, type ItemType } from '#contracts/catalogue.ts'
import type { Recipe, RecipeVersion } from '#contracts/recipe.ts'
import type { ExchangeRates } from './exchange-prices.ts'
import type { QuantityPlace } from './quantity-place.ts'
import type { PriceBook, RecipeBook } from './recipe-book.ts'
import type { RecipeProblem } from './recipe-problem.ts'
import type { RecipeRounding, TreeNode } from './recipe-tree.ts'

/** What is asked instead of what the recipe says; both for one output unit of the whole recipe and the item's price basis. */
export interface LeafOverride {
  price?: string
  quantity?: string
}

/** One expansion, from the question to the problems it meets. */
export interface Expansion {
  recipes: RecipeBook
  prices: PriceBook
  currency: string
  rates: ExchangeRates
  region: string | null
  date: string
  rounding: RecipeRounding
  overrides: ReadonlyMap<string, LeafOverride>
  quantity: Fraction
  problems: RecipeProblem[]
  /** How many parts it may still have. */
  budget: number
  /** The paths of the leaves met. */
  leaves: Set<string>
}

/** The recipe whose components are expanded, at its place in the whole. */
export interface RecipeScope {
  recipe: Recipe
  version: RecipeVersion
  place: QuantityPlace
  /** `''` or `wall/`. */
  path: string
  /** How many outputs of it one output unit of the whole takes. */
  factor: Fraction
  /** The recipes around it and itself, by id. */
  within: readonly string[]
}

/** Money by type, and the types of which some has no price. */
export interface Sums {
  by: Readonly<Record<ItemType, Fraction>>
  missing: ReadonlySet<ItemType>
}

export interface Expanded {
  node: TreeNode
  sums: Sums
}

export const noSums: Sums = { by: byType(() => zero), missing: new Set() }

/** Of what could not be worked out: it might have been of any type. */
export const unknownSums: Sums = { ...noSums, missing: new Set(itemTypes) }

export const sumsOf = (type: ItemType, amount: Fraction | null): Sums =>
  amount === null
    ? { ...noSums, missing: new Set([type]) }
    : { ...noSums, by: { ...noSums.by, [type]: amount } }

export function addSums(all: readonly Sums[]): Sums {
  if (all.length === 1 && all[0]) return all[0]
  return {
    by: byType((type) => all.reduce((sum, { by }) => plus(sum, by[type]), zero)),
    missing: new Set(all.flatMap(({ missing }) => [...missing])),
  }
}

export const totalOf = ({ by }: Sums): Fraction => itemTypes.reduce((sum, type) => plus(sum, by[type]), zero)

export function byType<T>(of: (type: ItemType) => T): Record<ItemType, T> {
  return {
    labour: of('labour'),
    material: of('material'),
    equipment: of('equipment'),
    subcontract: of('subcontract'),
    other: of('other'),
  }
}

/** A number as it is shown and, from then on, as it is used: what is shown always adds up. */
export function settle(value: Fraction, rounding: Rounding | null): { value: Fraction; text: string } {
  const text = rounding ? fixedText(value, rounding) : plainText(value)
  return { value: fraction(text), text }
}
