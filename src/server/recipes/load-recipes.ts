import { must } from '#base/assert.ts'
import type { PriceBook, RecipeBook } from '#estimating/recipe-book.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects, type StoredObject } from '../records/stored-object.ts'
import { pricedItemOf, recipeOf, versionOf, type VersionRecord } from './recipe-records.ts'

/** Versions with everything that is needed to price them. */
export interface LoadedRecipes {
  versions: ReadonlyMap<string, VersionRecord>
  /** Recipes with their published versions: those of the versions, and all within them. */
  recipes: RecipeBook
  prices: PriceBook
  /** Every record that was read, by model: whoever shows more than sums must be allowed to see them. */
  read: ReadonlyMap<string, readonly string[]>
}

const publishedOf = `
  select v.id, v.recipe_id from app.recipe_versions v
  where v.tenant_id = $1 and v.recipe_id = any($2::uuid[]) and v.status = 'published'`
const componentsOf = `
  select c.id, c.version_id, c.child_id, c.item_ids from app.recipe_components c
  where c.tenant_id = $1 and c.version_id = any($2::uuid[])`
const pricesOf = `select p.id, p.item_id from app.catalogue_prices p where p.tenant_id = $1 and p.item_id = any($2::uuid[])`

interface ComponentRow {
  id: string
  version_id: string
  child_id: string | null
  item_ids: string[]
}

/** Reads versions and whatever is in them, level by level, whoever asks: what follows from it is kept by the product. */
export async function loadRecipes(
  context: RecordContext,
  versionIds: readonly string[],
): Promise<LoadedRecipes> {
  const { tx, caller } = context
  const read = new Reader(context)
  const wanted = await read.rows('recipe_versions', versionIds)
  const versionRows = new Map(wanted.map((row) => [row.id, row]))
  const recipeRows = new Map<string, StoredObject>()
  const components = new Map<string, StoredObject[]>()
  const items = new Set<string>()
  let fresh = new Set(wanted.map(({ attributes }) => String(attributes.recipe)))
  let versions = [...versionRows.keys()]
  while (fresh.size > 0 || versions.length > 0) {
    for (const row of await read.rows('recipes', [...fresh])) recipeRows.set(row.id, row)
    const published = await tx.query<{ id: string }>(publishedOf, [caller.tenantId, [...fresh]])
    const more = published.rows.map(({ id }) => id).filter((id) => !versionRows.has(id))
    for (const row of await read.rows('recipe_versions', more)) versionRows.set(row.id, row)
    const parts = await tx.query<ComponentRow>(componentsOf, [caller.tenantId, [...versions, ...more]])
    const byId = new Map(parts.rows.map((part) => [part.id, part]))
    for (const row of await read.rows('recipe_components', [...byId.keys()])) {
      const { version_id } = must(byId.get(row.id))
      components.set(version_id, [...(components.get(version_id) ?? []), row])
    }
    for (const { item_ids } of parts.rows) for (const id of item_ids) items.add(id)
    fresh = new Set(
      parts.rows.flatMap(({ child_id }) =>
        child_id !== null && !recipeRows.has(child_id) ? [child_id] : [],
      ),
    )
    versions = []
  }
  const records = new Map(
    [...versionRows.values()].map((row) => [row.id, versionOf(row, components.get(row.id) ?? [])]),
  )
  return {
    versions: records,
    recipes: bookOf(recipeRows, records),
    prices: await priceBook(read, [...items]),
    read: read.ids,
  }
}

/** Items with all their prices, and which records were read for that. */
export async function loadItems(
  context: RecordContext,
  items: readonly string[],
): Promise<Pick<LoadedRecipes, 'prices' | 'read'>> {
  const read = new Reader(context)
  const prices = await priceBook(read, items)
  return { prices, read: read.ids }
}

function bookOf(
  recipes: ReadonlyMap<string, StoredObject>,
  versions: ReadonlyMap<string, VersionRecord>,
): RecipeBook {
  const published = [...versions.values()].filter(({ row }) => row.attributes.status === 'published')
  return new Map(
    [...recipes].map(([id, row]) => {
      const own = published.filter(({ version }) => version.recipe_id === id).map(({ version }) => version)
      return [id, { recipe: recipeOf(row), versions: own }]
    }),
  )
}

async function priceBook(read: Reader, items: readonly string[]): Promise<PriceBook> {
  const { tx, caller } = read.context
  const { rows } = await tx.query<{ id: string; item_id: string }>(pricesOf, [caller.tenantId, items])
  const itemOf = new Map(rows.map(({ id, item_id }) => [id, item_id]))
  const prices = new Map<string, StoredObject[]>()
  for (const row of await read.rows('catalogue_prices', [...itemOf.keys()])) {
    const item = must(itemOf.get(row.id))
    prices.set(item, [...(prices.get(item) ?? []), row])
  }
  const found = await read.rows('catalogue_items', items)
  return new Map(found.map((row) => [row.id, pricedItemOf(row, prices.get(row.id) ?? [])]))
}

class Reader {
  readonly context: RecordContext
  readonly ids = new Map<string, string[]>()

  constructor(context: RecordContext) {
    this.context = context
  }

  async rows(key: string, ids: readonly string[]): Promise<StoredObject[]> {
    const model = this.context.workspace.models.get(key)
    if (!model || ids.length === 0) return []
    const rows = await loadObjects(this.context, model, ids)
    this.ids.set(key, [...(this.ids.get(key) ?? []), ...rows.map(({ id }) => id)])
    return rows
  }
}
