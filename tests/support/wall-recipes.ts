import { catalogueItemSchema, itemPriceSchema, type ItemType } from '#contracts/catalogue.ts'
import { recipeSchema, recipeVersionSchema, type Recipe, type RecipeVersion } from '#contracts/recipe.ts'
import type { PricedItem, RecipeEntry } from '#estimating/recipe-book.ts'

/** An item with one price that holds from 2026 on. */
export function pricedItem(
  id: string,
  type: ItemType,
  unit: string,
  unitPrice: string | null,
  rest: Record<string, unknown> = {},
): [string, PricedItem] {
  const item = catalogueItemSchema.parse({ id, code: id.toUpperCase(), name: id, type, unit, ...rest })
  const price = {
    id: `price-${id}`,
    item_id: id,
    currency: 'EUR',
    unit_price: unitPrice,
    valid_from: '2026-01-01',
  }
  return [id, { item, prices: unitPrice === null ? [] : [itemPriceSchema.parse(price)] }]
}

/** A recipe with one version from 2026 on. */
export function recipeEntry(
  recipe: { id: string; output_unit: string } & Record<string, unknown>,
  version: Record<string, unknown>,
): [string, RecipeEntry] {
  const read: Recipe = recipeSchema.parse({ code: recipe.id, name: recipe.id, ...recipe })
  const first: RecipeVersion = recipeVersionSchema.parse({
    id: `${recipe.id}@1`,
    recipe_id: recipe.id,
    version_no: 1,
    valid_from: '2026-01-01',
    ...version,
  })
  return [recipe.id, { recipe: read, versions: [first] }]
}

export const wallItems = new Map<string, PricedItem>([
  pricedItem('mason', 'labour', 'h', '58.40'),
  pricedItem('helper', 'labour', 'wd', '352'),
  pricedItem('mixer', 'equipment', 'h', '6.30'),
  pricedItem('brick', 'material', '1000 pcs', '620', { waste_default: '3' }),
  pricedItem('mortar', 'material', 'l', '118', { price_basis: '1000' }),
  pricedItem('plaster', 'material', 'kg', '0.42'),
  pricedItem('wool', 'material', 'm2', '9.75'),
])

/** A brick wall: parameters of every kind, a table, a crew, a condition, a recipe within, percentages. */
export const wallRecipes = new Map<string, RecipeEntry>([
  recipeEntry(
    { id: 'plastering', output_unit: 'm2' },
    {
      params: [
        { kind: 'number', key: 'coat', label: 'Thickness', unit: 'mm', default: '15', min: '3', max: '40' },
      ],
      components: [
        {
          kind: 'item',
          key: 'plaster',
          item_id: 'plaster',
          quantity: { mode: 'formula', formula: 'coat * 1400 * kg / m3' },
        },
        {
          kind: 'item',
          key: 'mason',
          item_id: 'mason',
          quantity: { mode: 'coefficient', coefficient: '0.35' },
        },
        {
          kind: 'percent',
          key: 'tools',
          label: 'Small tools',
          percent: '4',
          of: 'labour',
          type: 'equipment',
        },
      ],
    },
  ),
  recipeEntry(
    { id: 'wall', output_unit: 'm2', name: 'Brick wall' },
    {
      params: [
        {
          kind: 'choice',
          key: 'format',
          label: 'Format',
          default: 'NF',
          choices: [
            { value: 'NF', label: 'Normal' },
            { value: 'DF', label: 'Thin', overrides: { thickness: '0.115' } },
          ],
        },
        {
          kind: 'number',
          key: 'thickness',
          label: 'Thickness',
          unit: 'm',
          default: '0.24',
          min: '0.1',
          max: '0.5',
        },
        { kind: 'bool', key: 'insulated', label: 'Insulated', default: false },
        { kind: 'derived', key: 'volume', label: 'Volume', unit: 'm3/m2', formula: 'thickness * 1' },
      ],
      tables: [
        {
          key: 'bricks',
          unit: 'pcs/m3',
          rows: [
            { key: 'NF', value: '412' },
            { key: 'DF', value: '573' },
          ],
        },
      ],
      components: [
        { kind: 'text', key: 'note', text: 'Without scaffolding.' },
        {
          kind: 'item',
          key: 'bricks',
          item_id: 'brick',
          quantity: { mode: 'formula', formula: 'volume * lookup(bricks, format)' },
        },
        {
          kind: 'item',
          key: 'mortar',
          item_id: 'mortar',
          waste_percent: '10',
          quantity: { mode: 'formula', formula: 'volume * 0.25' },
        },
        {
          kind: 'crew',
          key: 'crew',
          output_per_hour: '1.6',
          crew: [
            { item_id: 'mason', count: '2' },
            { item_id: 'helper', count: '1' },
            { item_id: 'mixer', count: '0.5' },
          ],
        },
        {
          kind: 'item',
          key: 'wool',
          item_id: 'wool',
          condition: 'insulated && thickness > 0.2 * m',
          quantity: { mode: 'coefficient', coefficient: '1.05' },
        },
        {
          kind: 'recipe',
          key: 'plaster',
          recipe_id: 'plastering',
          quantity: { mode: 'coefficient', coefficient: '2' },
          params: { coat: 'thickness > 0.2 * m ? 20 * mm : 1 * mm * 12' },
        },
        {
          kind: 'percent',
          key: 'tools',
          label: 'Small tools',
          percent: '3',
          of: 'labour',
          type: 'equipment',
        },
        { kind: 'percent', key: 'risk', label: 'Risk', percent: '1.5', of: ['crew', 'tools'], type: 'other' },
      ],
    },
  ),
])
