import { must } from '#base/assert.ts'
import { AppError, invalid } from '#base/app-error.ts'
import {
  baseToRecipes,
  type BasePart,
  type BaseRecipe,
  type BaseRecipes,
} from '#estimating/exchange/bc3/base-to-recipes.ts'
import { readBc3 } from '#estimating/exchange/bc3/read-bc3.ts'
import { knownItems } from '../catalogues/known-items.ts'
import { uploadedFile } from '../estimate-imports/uploaded-file.ts'
import { textOf } from '../estimates/read-value.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { bc3Text } from '../exchange/bc3/bc3-text.ts'
import { createObjects } from '../records/create-objects.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import type { Services } from '../services.ts'

/** More at once are for a price base of their own. */
const mostRecipes = 5000
const batchSize = 500

/** What of a price base comes into a catalogue. */
export interface RecipePlan extends BaseRecipes {
  catalogue: string
  currency: string
  /** Those that are not there yet. */
  items: BaseRecipes['items']
  /** What the file calls material, by code. */
  materials: ReadonlySet<string>
  /** Items that are there, by their codes in small letters. */
  known: Map<string, string>
  /** Recipes that are there already stay as they are: their ids by code in small letters. */
  there: Map<string, string>
  fresh: BaseRecipe[]
}

/** Reads a BC3 price base and compares it with a catalogue. Writes nothing. 422 for another currency or too many recipes. */
export async function planRecipes(
  context: RecordContext,
  services: Pick<Services, 'files'>,
  { catalogue, file }: { catalogue: string; file: string },
): Promise<RecipePlan> {
  const { attributes } = await visibleRow(context, 'catalogues', catalogue, 'read')
  const base = readBc3(bc3Text((await uploadedFile(context, services, file)).bytes))
  const currency = textOf(attributes, 'currency') ?? 'EUR'
  if (base.currency !== null && base.currency !== currency)
    throw invalid([
      {
        path: 'file',
        code: 'currency',
        message: `The file is in ${base.currency}, the catalogue in ${currency}.`,
      },
    ])
  const read = baseToRecipes(base)
  if (read.recipes.length > mostRecipes)
    throw new AppError('too_large', `A file may have ${mostRecipes} recipes.`)
  const items = await knownItems(context, catalogue, currency)
  const there = await recipesThere(
    context,
    read.recipes.map(({ code }) => code),
  )
  return {
    ...read,
    catalogue,
    currency,
    items: read.items.filter(({ code }) => !items.has(code.toLowerCase())),
    materials: new Set(read.items.flatMap(({ code, type }) => (type === 'material' ? [code] : []))),
    known: new Map([...items].map(([code, { id }]) => [code, id])),
    there,
    fresh: read.recipes.filter(({ code }) => !there.has(code.toLowerCase())),
  }
}

/** Recipes of these codes by their codes in small letters: a code is one recipe's in the whole workspace. */
async function recipesThere(context: RecordContext, codes: readonly string[]): Promise<Map<string, string>> {
  const there = new Map<string, string>()
  for (let start = 0; start < codes.length; start += batchSize) {
    const where = { field: 'code', op: 'in' as const, value: codes.slice(start, start + batchSize) }
    const { rows } = await ask(context, {
      model: 'recipes',
      fields: ['id', 'code'],
      where,
      page: { size: batchSize },
    })
    for (const { id, code } of rows) there.set(String(code).toLowerCase(), String(id))
  }
  return there
}

/**
 * Writes what is new of it, with the caller's rights: items with their prices, then level by level recipes, their versions
 * and components, published from `day` on, so that others may be made of them.
 * @returns the ids of the versions by the codes of their recipes
 */
export async function writeRecipes(
  context: RecordContext,
  plan: RecipePlan,
  day: string,
): Promise<Map<string, string>> {
  const items = await writeItems(context, plan, day)
  const recipes = new Map(plan.there)
  const versions = new Map<string, string>()
  for (const level of levelsOf(plan.fresh)) {
    const made = await create(
      context,
      'recipes',
      level.map(({ code, name, unit, text }) => ({
        catalogue: plan.catalogue,
        code,
        name: name.slice(0, 300),
        output_unit: unit,
        notes: text,
        status: 'published',
      })),
    )
    const drafts = await create(
      context,
      'recipe_versions',
      made.map((recipe) => ({ recipe, valid_from: day, currency: plan.currency })),
    )
    level.forEach(({ code }, at) => {
      recipes.set(code.toLowerCase(), must(made[at]))
      versions.set(code, must(drafts[at]))
    })
    const parts = level.flatMap((recipe, at) =>
      recipe.parts.map((part, index) => ({
        ...valuesOf(part, { items, recipes, materials: plan.materials }),
        version: must(drafts[at]),
        sort: String(index).padStart(4, '0'),
      })),
    )
    await create(context, 'recipe_components', parts)
    const model = modelFor(context, 'recipe_versions', 'update')
    await updateObjects(
      context,
      model,
      drafts.map((id) => ({ id, values: { status: 'published' } })),
    )
  }
  return versions
}

async function writeItems(
  context: RecordContext,
  plan: RecipePlan,
  day: string,
): Promise<Map<string, string>> {
  const ids = await create(
    context,
    'catalogue_items',
    plan.items.map(({ code, name, type, unit, text }) => ({
      catalogue: plan.catalogue,
      code,
      name: name.slice(0, 300),
      type,
      unit,
      description: text,
    })),
  )
  const prices = plan.items.flatMap(({ price }, at) =>
    price === null
      ? []
      : [{ item: must(ids[at]), currency: plan.currency, unit_price: price, valid_from: day, source: 'BC3' }],
  )
  await create(context, 'catalogue_prices', prices)
  const known = new Map(plan.known)
  plan.items.forEach(({ code }, at) => known.set(code.toLowerCase(), must(ids[at])))
  return known
}

/** Recipes that are made of items or of what is there; then those made of these; and so on. */
function levelsOf(recipes: readonly BaseRecipe[]): BaseRecipe[][] {
  const depths = new Map<string, number>()
  const levels: BaseRecipe[][] = []
  // Those in others come before these.
  for (const recipe of recipes) {
    const inside = recipe.parts.map((part) => (part.kind === 'recipe' ? (depths.get(part.code) ?? -1) : -1))
    const depth = Math.max(-1, ...inside) + 1
    depths.set(recipe.code, depth)
    const level = (levels[depth] ??= [])
    level.push(recipe)
  }
  return levels
}

function valuesOf(
  part: BasePart,
  {
    items,
    recipes,
    materials,
  }: {
    items: ReadonlyMap<string, string>
    recipes: ReadonlyMap<string, string>
    materials: ReadonlySet<string>
  },
): Record<string, unknown> {
  const { kind, key } = part
  const name = part.name.slice(0, 300)
  if (kind === 'percent') return { kind, key, name, qty_expr: part.percent, percent_of: part.of.join(' ') }
  const code = part.code.toLowerCase()
  const link = kind === 'item' ? { item: must(items.get(code)) } : { child_recipe: must(recipes.get(code)) }
  // Waste is in the yields of the file, so that none of the item's own is added.
  const waste = kind === 'item' && materials.has(part.code) ? { waste_pct: '0' } : {}
  return { kind, key, name, qty_expr: part.quantity, ...link, ...waste }
}

async function create(
  context: RecordContext,
  key: string,
  values: readonly Record<string, unknown>[],
): Promise<string[]> {
  if (values.length === 0) return []
  const model = modelFor(context, key, 'create')
  const made: string[] = []
  for (let start = 0; start < values.length; start += batchSize) {
    const part = values.slice(start, start + batchSize)
    const { ids } = await createObjects(
      context,
      model,
      part.map((one) => ({ values: one })),
      { path: 'file' },
    )
    made.push(...part.map((_values, at) => must(ids.get(at))))
  }
  return made
}
