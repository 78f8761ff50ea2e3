import type { RecipeBook } from './recipe-book.ts'

/** A place that names an item or a recipe; `through` are the recipes between, the nearest first, none when it is direct. */
export interface Use {
  recipe_id: string
  version_id: string
  component: string
  through: readonly string[]
}

/**
 * Every version of every recipe that uses an item or a recipe, directly or through other recipes, the nearest first:
 * `whereUsed(recipes, { item: 'cement' })`. A recipe of which an older version uses it is named with that version.
 */
export function whereUsed(recipes: RecipeBook, sought: { item: string } | { recipe: string }): Use[] {
  const uses: Use[] = []
  const seen = new Set<string>()
  let wave = usersOf(recipes, sought).map((use): Use => ({ ...use, through: [] }))
  while (wave.length > 0) {
    uses.push(...wave)
    const fresh = wave.filter(({ recipe_id }) => !seen.has(recipe_id) && seen.add(recipe_id))
    wave = fresh.flatMap(({ recipe_id, through }) =>
      usersOf(recipes, { recipe: recipe_id })
        .filter((use) => !seen.has(use.recipe_id))
        .map((use) => ({ ...use, through: [recipe_id, ...through] })),
    )
  }
  return uses
}

function usersOf(recipes: RecipeBook, sought: { item: string } | { recipe: string }): Omit<Use, 'through'>[] {
  const uses: Omit<Use, 'through'>[] = []
  for (const { recipe, versions } of recipes.values())
    for (const version of versions)
      for (const part of version.components) {
        const items =
          part.kind === 'item'
            ? [part.item_id]
            : part.kind === 'crew'
              ? part.crew.map((one) => one.item_id)
              : []
        const found =
          'item' in sought
            ? items.includes(sought.item)
            : part.kind === 'recipe' && part.recipe_id === sought.recipe
        if (found) uses.push({ recipe_id: recipe.id, version_id: version.id, component: part.key })
      }
  return uses
}
