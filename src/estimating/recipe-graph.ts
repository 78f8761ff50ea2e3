import { saying } from '#base/saying.ts'
import type { RecipeBook } from './recipe-book.ts'
import { versionOn } from './recipe-book.ts'
import { problem, type RecipeProblem } from './recipe-problem.ts'

/** How deep recipes may stand in recipes, the outermost counted. */
export const deepestRecipe = 12

/** The longest way down from a recipe: how many recipes it is, and the next on it. */
interface Depth {
  depth: number
  next: string | null
}

interface Step {
  id: string
  children: readonly string[]
  next: number
}

/**
 * Whether a recipe, as it is on a day, ends: null, or the circle by name (“Wall → Plaster → Wall”), or the path that is
 * more than 12 deep. Walks with its own stack, so that no chain of recipes is too long for it.
 */
export function checkGraph(recipes: RecipeBook, start: string, date: string): RecipeProblem | null {
  const below = new Map<string, Depth>()
  const steps: Step[] = [enter(recipes, start, date)]
  const open = new Set([start])
  for (let step = steps.at(-1); step; step = steps.at(-1)) {
    const child = step.children[step.next++]
    if (child === undefined) {
      below.set(step.id, longest(step, below))
      open.delete(step.id)
      steps.pop()
    } else if (open.has(child)) {
      const ids = steps.map(({ id }) => id)
      return circle(recipes, [...ids.slice(ids.indexOf(child)), child])
    } else if (!below.has(child)) {
      open.add(child)
      steps.push(enter(recipes, child, date))
    }
  }
  const depth = below.get(start)?.depth ?? 0
  if (depth <= deepestRecipe) return null
  const path: string[] = []
  for (let id: string | null = start; id && path.length <= deepestRecipe; id = below.get(id)?.next ?? null)
    path.push(id)
  const words = saying('Recipes may be nested {{most}} deep; this is {{depth}}: {{names}}.', {
    most: deepestRecipe,
    depth,
    names: named(recipes, path),
  })
  return problem('too_deep', '', words)
}

/** The refusal of a circle, `ids` beginning and ending with the same recipe. */
export const circle = (recipes: RecipeBook, ids: readonly string[]): RecipeProblem =>
  problem('cycle', '', saying('A recipe cannot contain itself: {{names}}.', { names: named(recipes, ids) }))

function enter(recipes: RecipeBook, id: string, date: string): Step {
  const entry = recipes.get(id)
  const components = (entry && versionOn(entry, date)?.components) ?? []
  const children = components.flatMap((part) => (part.kind === 'recipe' ? [part.recipe_id] : []))
  return { id, children: [...new Set(children)], next: 0 }
}

function longest({ children }: Step, below: ReadonlyMap<string, Depth>): Depth {
  let [depth, next]: [number, string | null] = [0, null]
  for (const child of children) {
    const deep = below.get(child)?.depth ?? 0
    if (deep > depth) [depth, next] = [deep, child]
  }
  return { depth: depth + 1, next }
}

const named = (recipes: RecipeBook, ids: readonly string[]): string =>
  ids.map((id) => recipes.get(id)?.recipe.name ?? id).join(' → ')
