import type { Rounding } from '#base/fraction.ts'
import type { ItemType } from '#contracts/catalogue.ts'
import type { RecipeComponent } from '#contracts/recipe.ts'
import type { RecipeProblem } from './recipe-problem.ts'
import type { ResolvedParam } from './resolve-params.ts'

/** What is rounded on the way to a rate; null keeps 12 digits, halves to even. */
export interface RecipeRounding {
  /** The quantity of a leaf for one output unit. */
  coefficient: Rounding | null
  /** Its amount for one output unit. */
  amount: Rounding | null
  rate: Rounding | null
}

/** How a quantity came about, for one output of the recipe it stands in, waste left out. */
export interface QuantityWorking {
  formula: string
  /** The formula with values in place of names. */
  numbers: string
  result: string
  unit: string
}

export interface LeafPrice {
  /** After the discount, for `price_basis` of the item's unit. */
  unit_price: string
  price_basis: string
  currency: string
  from: 'lookup' | 'fixed' | 'what_if'
  /** Of a price that was looked up. */
  price_id: string | null
  source: string | null
  list_price: string | null
  discount_percent: string | null
  region: string | null
  valid_from: string | null
  valid_to: string | null
}

/** An item that is bought. `per_unit` and `amount` are for one output unit of the whole recipe, `quantity` for all asked. */
export interface ItemLeaf {
  kind: 'item'
  path: string
  item_id: string
  code: string
  name: string
  type: ItemType
  unit: string
  working: QuantityWorking
  waste_percent: string | null
  /** How many outputs of the recipe it stands in one output unit of the whole takes. */
  factor: string
  per_unit: string
  quantity: string
  price: LeafPrice | null
  /** Null where there is no price. */
  amount: string | null
  overridden: ('price' | 'quantity')[]
}

export interface PercentLeaf {
  kind: 'percent'
  path: string
  label: string
  percent: string
  of: Extract<RecipeComponent, { kind: 'percent' }>['of']
  type: ItemType
  /** What it is taken of; null where a price is missing in it. */
  base: string | null
  amount: string | null
}

/** A crew or a recipe in the recipe: its parts add up to it. */
export interface TreeBranch {
  kind: 'crew' | 'recipe'
  path: string
  code: string
  name: string
  unit: string
  working: QuantityWorking
  per_unit: string
  params: ResolvedParam[]
  children: TreeNode[]
  amount: string | null
}

export interface TextLeaf {
  kind: 'text'
  path: string
  text: string
}

/** A component whose condition is no. */
export interface SkippedLeaf {
  kind: 'skipped'
  path: string
  condition: string
  numbers: string
}

export type TreeNode = ItemLeaf | PercentLeaf | TreeBranch | TextLeaf | SkippedLeaf

/** A recipe priced and explained: `Σ leaves = sum`, `sum + rounding_difference = rate`. */
export interface ExpandedRecipe {
  recipe_id: string
  version_id: string
  version_no: number
  code: string
  name: string
  /** What `rate` is for one of. */
  unit: string
  quantity: string
  currency: string
  region: string | null
  date: string
  params: ResolvedParam[]
  children: TreeNode[]
  /** What is priced, for one output unit. */
  by_type: Record<ItemType, string>
  sum: string
  /** Null while anything is wrong: a price that is missing is never 0. */
  rate: string | null
  rounding_difference: string | null
  problems: RecipeProblem[]
}
