import type { CatalogueItem, ItemPrice } from '#contracts/catalogue.ts'
import type { Recipe, RecipeVersion } from '#contracts/recipe.ts'

/** A recipe with its published versions, in any order. */
export interface RecipeEntry {
  recipe: Recipe
  versions: readonly RecipeVersion[]
}

/** Recipes by id. */
export type RecipeBook = ReadonlyMap<string, RecipeEntry>

/** An item with all its prices. */
export interface PricedItem {
  item: CatalogueItem
  prices: readonly ItemPrice[]
}

/** Items by id. */
export type PriceBook = ReadonlyMap<string, PricedItem>

/** The version that counts on a day (`2026-03-01`): the last one that has begun; null when none has. */
export function versionOn({ versions }: RecipeEntry, date: string): RecipeVersion | null {
  let found: RecipeVersion | null = null
  for (const version of versions) {
    if (version.valid_from > date) continue
    const later =
      !found ||
      version.valid_from > found.valid_from ||
      (version.valid_from === found.valid_from && version.version_no > found.version_no)
    if (later) found = version
  }
  return found
}
