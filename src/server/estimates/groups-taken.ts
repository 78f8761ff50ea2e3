import { visibleIds, type RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { Wanted } from './changed-rows.ts'
import type { PricedLine } from './plan-prices.ts'
import { textOf } from './read-value.ts'
import { modelNamed } from './stored-version.ts'

/**
 * The cost groups that lines get with the recipes they take, as values by line: of lines that have none of their own, as far as this
 * person may see the group of the recipe and give one to a line, and it is in use.
 */
export async function groupsTaken(
  context: RecordContext,
  priced: readonly PricedLine[],
): Promise<Map<string, Wanted>> {
  const taken = new Map<string, string>()
  for (const { line, pricing } of priced)
    if (pricing.by === 'recipe' && pricing.isTaken && textOf(line.attributes, 'cost_group') === null)
      taken.set(line.id, pricing.id)
  if (taken.size === 0 || !mayTake(context)) return new Map()
  const groups = await groupsOf(context, [...new Set(taken.values())])
  const seen = await visibleIds(context, 'cost_groups', [...(await inUse(context, groups.values()))])
  return new Map(
    [...taken].flatMap(([line, version]) => {
      const group = groups.get(version)
      return group !== undefined && seen.has(group) ? [[line, { cost_group: group }] as const] : []
    }),
  )
}

async function inUse(context: RecordContext, groups: Iterable<string>): Promise<ReadonlySet<string>> {
  const rows = await loadObjects(context, modelNamed(context, 'cost_groups'), [...new Set(groups)])
  return new Set(rows.filter(({ attributes }) => attributes.active !== false).map(({ id }) => id))
}

function mayTake(context: RecordContext): boolean {
  const lines = modelNamed(context, 'estimate_lines')
  return (
    context.access.readable(modelNamed(context, 'recipes')).has('cost_group') &&
    lines.fields.has('cost_group') &&
    context.access.mayWrite(lines, 'cost_group')
  )
}

/** The groups of recipes, by their versions. */
async function groupsOf(context: RecordContext, versions: readonly string[]): Promise<Map<string, string>> {
  const rows = await loadObjects(context, modelNamed(context, 'recipe_versions'), versions)
  const recipeOf = new Map(rows.map(({ id, attributes }) => [id, textOf(attributes, 'recipe')]))
  const ids = [...new Set(recipeOf.values())].filter((id) => id !== null)
  const recipes = await loadObjects(context, modelNamed(context, 'recipes'), ids)
  const groupOf = new Map(recipes.map(({ id, attributes }) => [id, textOf(attributes, 'cost_group')]))
  return new Map(
    [...recipeOf].flatMap(([version, recipe]) => {
      const group = groupOf.get(recipe ?? '') ?? null
      return group === null ? [] : [[version, group] as const]
    }),
  )
}
