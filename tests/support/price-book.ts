import type { EstimatingWorkspace, Row } from './estimating-workspace.ts'

type Maker = Pick<EstimatingWorkspace, 'make' | 'result'>

/** An item of a price book: what kind it is, in which unit, and what one costs; null: it has no price. */
export type PricedItem = readonly [
  code: string,
  type: string,
  unit: string,
  price: string | null,
  name?: string,
]

let made = 0

/** A catalogue of its own with items that have had a price since 2020. Ids of items and prices by the codes of the items. */
export async function makePriceBook<const Items extends readonly PricedItem[]>(
  { make }: Maker,
  listed: Items,
): Promise<{ catalogue: string; items: Record<Items[number][0], string>; prices: Record<string, string> }> {
  made += 1
  const { id: catalogue } = await make('catalogues', { code: `B${made}`, name: 'Prices', currency: 'EUR' })
  const items: Record<string, string> = {}
  const prices: Record<string, string> = {}
  for (const [code, type, unit, unit_price, name = `The ${code}`] of listed) {
    const { id: item } = await make('catalogue_items', { catalogue, code, name, type, unit })
    items[code] = item
    if (unit_price === null) continue
    const price = { item, currency: 'EUR', unit_price, valid_from: '2020-01-01' }
    prices[code] = (await make('catalogue_prices', price))['id']
  }
  return { catalogue, items: items as Record<Items[number][0], string>, prices }
}

/** A recipe of a square metre with these components, published, and its one version; `more` is written of the version. */
export async function makeRecipe(
  { make, result }: Maker,
  values: Row & { name: string },
  parts: readonly Row[],
  more: Row = {},
): Promise<{ recipe: string; version: string }> {
  made += 1
  const { id: recipe } = await make('recipes', { code: `R${made}`, output_unit: 'm2', ...values })
  const { id: version } = await make('recipe_versions', { recipe, valid_from: '2020-01-01', ...more })
  for (const part of parts) await make('recipe_components', { version, name: 'Part', ...part })
  await result('recipe.publish', { version })
  return { recipe, version }
}
