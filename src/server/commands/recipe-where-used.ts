import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { ask, visibleIds, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

const most = 500

/** The versions of recipes in which an item or a recipe is, directly or through others, the nearest first. */
export const recipeWhereUsed = defineCommand({
  name: 'recipe.where-used',
  title: 'Where is it used?',
  input: z
    .strictObject({ item: z.uuid().optional(), recipe: z.uuid().optional() })
    .refine(
      ({ item, recipe }) => (item === undefined) !== (recipe === undefined),
      'Name an item or a recipe.',
    ),
  changes: [],
  reads: true,
  async run(context, { item, recipe }) {
    const model = item === undefined ? 'recipes' : 'catalogue_items'
    const id = must(item ?? recipe)
    if ((await visibleIds(context, model, [id])).size === 0) throw new AppError('not_found')
    const { tx, caller } = context
    const { rows } = await tx.query<{ id: string; steps: number }>(uses, [caller.tenantId, model, id, most])
    return { rows: await described(context, new Map(rows.map((row) => [row.id, row.steps]))) }
  },
})

const uses = `
  with recursive found (version_id, recipe_id, steps) as (
    select v.id, v.recipe_id, 1 from app.recipe_components c
      join app.recipe_versions v on v.tenant_id = c.tenant_id and v.id = c.version_id
    where c.tenant_id = $1 and (case when $2 = 'recipes' then c.child_id = $3::uuid else c.item_ids @> array[$3::uuid] end)
    union
    select v.id, v.recipe_id, f.steps + 1 from found f
      join app.recipe_components c on c.tenant_id = $1 and c.child_id = f.recipe_id
      join app.recipe_versions v on v.tenant_id = c.tenant_id and v.id = c.version_id
    where f.steps < 12
  )
  select version_id as id, min(steps)::int as steps from found group by version_id order by 2, 1 limit $4`

/** As far as this person may see them. */
async function described(context: RecordContext, steps: ReadonlyMap<string, number>) {
  const where = { field: 'id', op: 'in' as const, value: [...steps.keys()] }
  if (steps.size === 0) return []
  const { rows } = await ask(context, {
    model: 'recipe_versions',
    where,
    fields: [
      'id',
      'title',
      'version_no',
      'status',
      'rate',
      'currency',
      'recipe.id',
      'recipe.code',
      'recipe.name',
    ],
    page: { size: most },
  })
  return rows
    .map((row) => ({
      version: text(row.id),
      recipe: text(row['recipe.id']),
      code: text(row['recipe.code']),
      name: text(row['recipe.name']),
      version_no: text(row.version_no),
      status: text(row.status),
      rate: text(row.rate),
      currency: text(row.currency),
      steps: steps.get(String(row.id)) ?? 1,
    }))
    .toSorted((a, b) => a.steps - b.steps || String(a.code).localeCompare(String(b.code)))
}

const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
