import { z } from 'zod'
import { must } from '#base/assert.ts'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import { recipeParamSchema } from '#contracts/recipe.ts'
import { costGroupsAddSet } from '../commands/cost-groups-add-set.ts'
import { recipePublish } from '../commands/recipe-publish.ts'
import type { Caller } from '../database/in-tenant.ts'
import { withRecords } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { addDemoModels } from './add-demo-models.ts'
import { readDemoJson, readDemoRecords, readPriceBook, type DemoRecord } from './demo-files.ts'
import { change, create, pairs } from './demo-writer.ts'

const text = z.string()
const component = z.strictObject({
  sort: text,
  kind: z.enum(['recipe', 'percent']),
  name: text,
  recipe: text.optional(),
  qty_expr: text,
  percent_of: text.optional(),
})
const catalogueSchema = z.strictObject({
  catalogue: z.record(z.string(), text),
  /** How many items of the price book it has: those of the recipes, and others. */
  items: z.int(),
  /** What prices were before: from when, and which part of today's. */
  former: z.strictObject({ from: z.iso.date(), factor: text }),
  cost_group_sets: z.array(text),
  /** What groups, and those inside them, are measured by. */
  measured: z.array(z.strictObject({ code: text, by: text, unit: text })),
  crosswalk: z.array(z.strictObject({ from: text, to: text, weight: text })),
  recipes: z.array(z.strictObject({ code: text, cost_group: text, tags: z.array(text) })),
  nested: z.strictObject({
    code: text,
    name: text,
    unit: text,
    cost_group: text,
    tags: z.array(text),
    params: z.array(recipeParamSchema),
    components: z.array(component),
  }),
})

type Ids = ReadonlyMap<string, string>

const models = ['catalogue_prices', 'cost_group_maps', 'recipe_components']
const starters = new Set(['suppliers'])

/** Catalogue, cost groups and recipes of the demo, as standard models, written by its owner. */
export async function writeDemoCatalogue(services: Services, owner: Caller): Promise<void> {
  await addDemoModels(owner, models, starters, 'Catalogues and recipes')
  const demo = catalogueSchema.parse(readDemoJson('catalogue.json'))
  const book = await readPriceBook()
  await withRecords({ caller: owner, services }, async (context) => {
    for (const set of demo.cost_group_sets) await costGroupsAddSet.run(context, { set }, services)
    const groups = await groupsOf(context)
    for (const { code, by, unit } of demo.measured)
      await change(context, 'cost_groups', must(groups.get(code)), {
        reference_quantity: by,
        reference_unit: unit,
      })
    await create(
      context,
      'cost_group_maps',
      demo.crosswalk.map(({ from, to, weight }) => ({
        from_group: must(groups.get(from)),
        to_group: must(groups.get(to)),
        weight,
      })),
    )
    const wanted = new Set(demo.recipes.map(({ code }) => code))
    const parts = readDemoRecords('recipe_component').filter(({ recipe }) => wanted.has(String(recipe)))
    const items = await writeItems(context, demo, itemsFor(demo.items, book, parts))
    const recipes = await writeRecipes(context, demo, { groups, items, book, parts })
    const versions = await versionsOf(context)
    for (const id of recipes.values())
      await recipePublish.run(context, { version: must(versions.get(id)) }, services)
    await writeNested(context, demo.nested, groups, recipes)
  })
}

function itemsFor(count: number, book: readonly DemoRecord[], parts: readonly DemoRecord[]): DemoRecord[] {
  const used = new Set(parts.map(({ item }) => item))
  const needed = book.filter(({ code }) => used.has(code))
  // Of the others some of each kind, spread over the book.
  const others = book.filter(({ code }) => !used.has(code))
  const step = Math.floor(others.length / (count - needed.length))
  return [...needed, ...others.filter((_row, index) => index % step === 0)].slice(0, count)
}

type Catalogue = z.output<typeof catalogueSchema>

async function writeItems(
  context: RecordContext,
  demo: Catalogue,
  rows: readonly DemoRecord[],
): Promise<Ids> {
  const [catalogue] = await create(context, 'catalogues', [demo.catalogue])
  const ids = await create(
    context,
    'catalogue_items',
    rows.map(({ code, name, type, group, unit }) => ({ catalogue, code, name, type, group, unit })),
  )
  const { from, factor } = demo.former
  const prices = rows.flatMap(({ price_net, valid_from }, index) => {
    const item = ids[index]
    const former = roundHalfUp(decimal(String(price_net)).times(factor), 2)
    return [
      {
        item,
        unit_price: former,
        valid_from: from,
        valid_to: dayBefore(String(valid_from)),
        source: 'Price list 2025',
      },
      { item, unit_price: price_net, valid_from, source: 'Price list 2026' },
    ]
  })
  await create(context, 'catalogue_prices', prices)
  return new Map(rows.map(({ code }, index) => [String(code), must(ids[index])]))
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

interface Around {
  groups: Ids
  items: Ids
  book: readonly DemoRecord[]
  parts: readonly DemoRecord[]
}

async function writeRecipes(context: RecordContext, demo: Catalogue, around: Around): Promise<Ids> {
  const known = new Map(readDemoRecords('recipe').map((recipe) => [String(recipe.code), recipe]))
  const recipes = demo.recipes.map(({ code, cost_group, tags }) => {
    const { name, unit } = must(known.get(code), `${code} is a recipe of the demo`)
    const group = must(around.groups.get(cost_group))
    return { code, name, output_unit: unit, cost_group: group, tags, status: 'published' }
  })
  const ids = await create(context, 'recipes', recipes)
  const versions = await create(
    context,
    'recipe_versions',
    ids.map((recipe) => ({ recipe })),
  )
  const place = new Map(demo.recipes.map(({ code }, index) => [code, index]))
  const typeOf = new Map(
    around.book.map(({ code, type, name }) => [String(code), { type, name: String(name) }]),
  )
  const components = around.parts.map(({ recipe, position, item, quantity, waste }) => {
    const { type, name } = must(typeOf.get(String(item)))
    return {
      version: versions[must(place.get(String(recipe)))],
      sort: String(position).padStart(3, '0'),
      name,
      item: must(around.items.get(String(item))),
      qty_expr: quantity,
      // Only material is wasted.
      ...(type === 'material' && waste !== '0' && { waste_pct: waste }),
    }
  })
  await create(context, 'recipe_components', components)
  return new Map(demo.recipes.map(({ code }, index) => [code, must(ids[index])]))
}

/** A draft, so that there is one to work on. */
async function writeNested(
  context: RecordContext,
  { components, cost_group, params, unit, ...recipe }: Catalogue['nested'],
  groups: Ids,
  recipes: Ids,
): Promise<void> {
  const values = { ...recipe, output_unit: unit, cost_group: must(groups.get(cost_group)) }
  const [id] = await create(context, 'recipes', [values])
  const [version] = await create(context, 'recipe_versions', [{ recipe: id, params }])
  await create(
    context,
    'recipe_components',
    components.map(({ recipe: child, ...part }) => ({
      ...part,
      version,
      ...(child !== undefined && { child_recipe: must(recipes.get(child)) }),
    })),
  )
}

const groupsOf = (context: RecordContext): Promise<Ids> => pairs(context, 'cost_groups', 'code', 'id')

/** The one version of each recipe. */
const versionsOf = (context: RecordContext): Promise<Ids> =>
  pairs(context, 'recipe_versions', 'recipe.id', 'id')
