import Big from 'big.js'
import { describe, expect, it } from 'vitest'
import type { ItemType } from '#contracts/catalogue.ts'
import { ahspFiles, readAhspRecipes } from '../../tests/support/ahsp-recipes.ts'
import { hasSharedData, readSharedCsv } from '../../tests/support/read-shared-csv.ts'
import { pricedItem, recipeEntry } from '../../tests/support/wall-recipes.ts'
import { expandRecipe } from './expand-recipe.ts'
import { unitsFit } from './measure.ts'
import { checkGraph } from './recipe-graph.ts'
import type { RecipeEntry } from './recipe-book.ts'

const cent = { digits: 2, mode: 'half_up' } as const
const rounding = { coefficient: null, amount: cent, rate: cent }
const sum = (texts: readonly string[]): string =>
  texts.reduce((total, text) => total.plus(text), new Big(0)).toFixed(2)

describe.skipIf(!hasSharedData(...ahspFiles))(
  'the Indonesian norms with made-up prices (skipped where ../shared/data is absent)',
  () => {
    const asked = { quantity: '10', currency: 'IDR', date: '2026-01-01', rounding }

    it('all 2,305 recipes are priced, and the leaves of each add up to its rate', () => {
      const { recipes, prices, versions } = readAhspRecipes()
      let leaves = 0
      for (const recipeVersion of versions) {
        const tree = expandRecipe({ recipes, prices, recipeVersion, ...asked })
        expect(tree.problems).toEqual([])
        const amounts = tree.children.map((node) => {
          if (node.kind !== 'item') throw new Error('these recipes hold items only')
          const exact = new Big(node.per_unit).times(node.price!.unit_price)
          expect(node.amount).toBe(exact.toFixed(2, Big.roundHalfUp))
          return node.amount!
        })
        leaves += amounts.length
        expect(sum(amounts)).toBe(tree.rate)
        expect(sum(Object.values(tree.by_type))).toBe(tree.rate)
      }
      expect([versions.length, leaves]).toEqual([2305, 14_036])
    })

    it('a circle put into them is refused with its path', () => {
      const { recipes, prices } = readAhspRecipes()
      const quantity = { mode: 'coefficient', coefficient: '1' } as const
      const ids = ['1.1.1.1', '4.1.1.28', '7.2.2.2']
      const round = new Map<string, RecipeEntry>(recipes)
      ids.forEach((id, at) => {
        const { recipe, versions } = recipes.get(id)!
        const child = {
          kind: 'recipe',
          key: 'within',
          recipe_id: ids[(at + 1) % 3]!,
          quantity,
          params: {},
        } as const
        const renamed = { ...recipe, name: `Recipe ${id}` }
        const grown = versions.map((version) => ({ ...version, components: [...version.components, child] }))
        round.set(id, { recipe: renamed, versions: grown })
      })
      const path = 'Recipe 4.1.1.28 → Recipe 7.2.2.2 → Recipe 1.1.1.1 → Recipe 4.1.1.28'
      expect(checkGraph(round, '4.1.1.28', '2026-01-01')?.message).toContain(path)
      const recipeVersion = round.get('4.1.1.28')!.versions[0]!
      const tree = expandRecipe({ recipes: round, prices, recipeVersion, ...asked })
      expect(tree.rate).toBeNull()
      expect(tree.problems).toMatchObject([{ code: 'cycle', path: 'within/within/within' }])
      expect(tree.problems[0]?.message).toContain(path)
    })
  },
)

const lineFile = 'cost/cwicr_example_estimate_de_berlin_lines.csv'
const componentFile = 'cost/cwicr_example_estimate_de_berlin_components.csv'

describe.skipIf(!hasSharedData(lineFile, componentFile))(
  'a published estimate (skipped where ../shared/data is absent)',
  () => {
    const unitOf: Record<string, string> = { Area: 'm2', Volume: 'm3', Length: 'm', Count: 'pcs' }
    const lines = hasSharedData(lineFile) ? readSharedCsv(lineFile) : []
    const having = (fits: string) =>
      lines.filter((line) => unitsFit(unitOf[line['quantity_kind']!]!, line['unit']!) === fits)

    it('28 lines multiply a quantity by the price of something else, 389,385.89 in all', () => {
      const wrong = having('differs')
      expect(wrong).toHaveLength(28)
      expect(sum(wrong.map((line) => line['total_eur']!))).toBe('389385.89')
      expect(wrong.find((line) => line['pos'] === '3.6.1')).toMatchObject({
        unit: 't',
        total_eur: '155022.41',
      })
    })

    it('no other line is flagged; two have a unit that cannot be read, and that is said of them', () => {
      expect(having('fits')).toHaveLength(57)
      expect(having('unknown').map((line) => line['unit'])).toEqual(['100 m Stufen', 'Spannweite'])
    })

    it('its components add up by type, machines too', () => {
      const totals = new Map<ItemType, Big>()
      for (const tree of expandLines()) {
        expect(tree.problems).toEqual([])
        for (const [type, amount] of Object.entries(tree.by_type) as [ItemType, string][])
          totals.set(type, (totals.get(type) ?? new Big(0)).plus(amount))
      }
      expect(Object.fromEntries([...totals].map(([type, total]) => [type, total.toFixed(2)]))).toEqual({
        labour: '388280.59',
        material: '202774.35',
        equipment: '69021.98',
        subcontract: '0.00',
        other: '0.00',
      })
    })
  },
)

// Each line as a recipe of its own whose components are taken once at the cost the file gives for them.
function expandLines() {
  const rows = readSharedCsv(componentFile)
  const positions = [...new Set(rows.map((row) => row['pos']!))]
  return positions.map((pos) => {
    const own = rows.filter((row) => row['pos'] === pos)
    const prices = new Map(
      own.map((row, at) =>
        pricedItem(`${pos}#${at}`, row['type'] as ItemType, row['resource_unit']!, row['cost_eur']!),
      ),
    )
    const entry = recipeEntry(
      { id: pos, output_unit: 'ls' },
      {
        components: own.map((_, at) => ({
          kind: 'item',
          key: `c${at}`,
          item_id: `${pos}#${at}`,
          quantity: { mode: 'coefficient', coefficient: '1' },
        })),
      },
    )
    const recipeVersion = entry[1].versions[0]!
    const asked = { quantity: '1', currency: 'EUR', date: '2026-03-01', rounding }
    return expandRecipe({ recipes: new Map([entry]), prices, recipeVersion, ...asked })
  })
}
