import { isDecimalText } from '#base/decimal.ts'
import type { ItemType } from '#contracts/catalogue.ts'
import type { RecipeVersion } from '#contracts/recipe.ts'
import type { PricedItem, RecipeEntry } from '#estimating/recipe-book.ts'
import { readSharedCsv } from './read-shared-csv.ts'

export const ahspFiles = ['recipes', 'items', 'components'].map((name) => `cost/ahsp2025_${name}.csv`)

/**
 * The 2,305 recipes of the Indonesian norms with prices made up from the place in the list: the norms have none. The
 * columns leave the recipes' units empty, so their output is a plain one.
 */
export function readAhspRecipes(): {
  recipes: Map<string, RecipeEntry>
  prices: Map<string, PricedItem>
  versions: RecipeVersion[]
} {
  const prices = new Map(
    readSharedCsv('cost/ahsp2025_items.csv').map((row, index): [string, PricedItem] => [
      row['code'] ?? '',
      pricedItem(row, index),
    ]),
  )
  const components = new Map<string, Record<string, string>[]>()
  for (const row of readSharedCsv('cost/ahsp2025_components.csv')) {
    const code = row['recipe_code'] ?? ''
    components.set(code, [...(components.get(code) ?? []), row])
  }
  const versions: RecipeVersion[] = []
  const recipes = new Map(
    readSharedCsv('cost/ahsp2025_recipes.csv').map((row): [string, RecipeEntry] => {
      const code = row['code'] ?? ''
      const version = versionOf(code, components.get(code) ?? [])
      versions.push(version)
      const recipe = { id: code, code, name: row['name'] ?? '', output_unit: '', output_basis: '1' }
      return [code, { recipe, versions: [version] }]
    }),
  )
  return { recipes, prices, versions }
}

function pricedItem(row: Record<string, string>, index: number): PricedItem {
  const id = row['code'] ?? ''
  const cents = 150 + ((index * 7919) % 250_000)
  return {
    item: {
      id,
      code: id,
      name: row['name'] ?? '',
      type: row['type'] as ItemType,
      unit: row['unit'] ?? '',
      price_basis: '1',
      waste_default: null,
      status: 'active',
    },
    prices: [
      {
        id: `price-${index}`,
        item_id: id,
        currency: 'IDR',
        unit_price: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
        valid_from: '2025-01-01',
        valid_to: null,
        region: null,
        min_quantity: '0',
        discount_percent: '0',
        source: 'made up',
      },
    ],
  }
}

function versionOf(code: string, rows: Record<string, string>[]): RecipeVersion {
  return {
    id: `${code}@1`,
    recipe_id: code,
    version_no: 1,
    valid_from: '2025-01-01',
    params: [],
    tables: [],
    note: '',
    components: rows.map((row, index) => {
      const coefficient = row['coefficient'] ?? ''
      if (!isDecimalText(coefficient)) throw new Error(`${code}: “${coefficient}” is no coefficient`)
      return {
        kind: 'item',
        key: `c${index + 1}`,
        item_id: row['item_code'] ?? '',
        quantity: { mode: 'coefficient', coefficient },
        price: { source: 'lookup' },
      }
    }),
  }
}
