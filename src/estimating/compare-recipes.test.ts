import fc from 'fast-check'
import { expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { decimal } from '#base/decimal.ts'
import { recipeEntry, wallItems } from '../../tests/support/wall-recipes.ts'
import { compareRecipes } from './compare-recipes.ts'
import { expandRecipe } from './expand-recipe.ts'
import type { ExpandedRecipe } from './recipe-tree.ts'

const sixDigits = { digits: 6, mode: 'half_up' } as const
const made = (at: number): string => `c${String(at).padStart(32, '0')}`

function expanded(components: unknown[]): ExpandedRecipe {
  const [id, entry] = recipeEntry({ id: 'wall', output_unit: 'm2' }, { components })
  return expandRecipe({
    recipes: new Map([[id, entry]]),
    prices: wallItems,
    recipeVersion: must(entry.versions[0]),
    quantity: '1',
    currency: 'EUR',
    date: '2026-03-01',
    rounding: { coefficient: null, amount: sixDigits, rate: sixDigits },
  })
}

const item = (key: string, item_id: string, quantity: string, price?: string) => ({
  kind: 'item',
  key,
  item_id,
  quantity: { mode: 'coefficient', coefficient: quantity },
  ...(price !== undefined && { price: { source: 'fixed', unit_price: price, currency: 'EUR' } }),
})

it('says what was added, removed and changed, whatever the records of the new version are called', () => {
  const before = expanded([
    item(made(1), 'mason', '0.5'),
    item(made(2), 'mortar', '20'),
    { kind: 'percent', key: 'small', label: 'Small things', of: 'direct', percent: '5', type: 'other' },
  ])
  const after = expanded([
    item(made(7), 'wool', '1'),
    item(made(8), 'mason', '0.75'),
    { kind: 'percent', key: 'small', label: 'Small things', of: 'direct', percent: '5', type: 'other' },
  ])
  const { bridge, changes } = compareRecipes(before, after)
  expect(changes.map(({ what, name }) => `${what} ${name}`)).toEqual([
    'Added wool',
    'Changed mason',
    'Changed Small things',
    'Removed mortar',
  ])
  expect(changes[1]).toMatchObject({ quantity: '14.600000', price: '0.000000', price_after: '58.400000' })
  // 0.75 × 58.40 + 9.75 and 5 % of it; before 29.20 + 2.36 and 5 % of that
  expect(bridge).toEqual({
    from: '33.14',
    scope: '7.39',
    quantity: '14.60',
    price: '0.00',
    percentage: '1.10',
    rounding: '0.00',
    to: '56.23',
  })
})

it('has no bridge while a price is missing, and says that nothing changed where nothing did', () => {
  const one = expanded([item('mason', 'mason', '0.5')])
  expect(compareRecipes(one, one)).toMatchObject({
    bridge: { from: '29.20', to: '29.20', rounding: '0.00' },
    changes: [{ what: 'Same' }],
  })
  expect(compareRecipes(one, expanded([item('mason', 'nobody', '0.5')])).bridge).toBeNull()
})

it('adds up to the cent for any two versions', () => {
  const part = fc
    .tuple(
      fc.constantFrom('mason', 'mortar', 'plaster', 'wool', 'mixer'),
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.option(fc.integer({ min: 0, max: 99_999_999 }), { nil: undefined }),
    )
    .map(([id, quantity, price]) => ({
      id,
      quantity: (quantity / 1e5).toFixed(5),
      price: price === undefined ? undefined : (price / 1e4).toFixed(4),
    }))
  const version = fc
    .array(part, { maxLength: 6 })
    .map((parts) =>
      expanded([
        ...parts.map(({ id, quantity, price }, at) => item(made(at), id, quantity, price)),
        { kind: 'percent', key: 'site', label: 'Site', of: 'direct', percent: '3.7', type: 'other' },
      ]),
    )
  fc.assert(
    fc.property(version, version, (before, after) => {
      const { bridge, changes } = compareRecipes(before, after)
      if (!bridge) throw new Error('every part has a price')
      const { from, to, ...rest } = bridge
      const reached = Object.values(rest).reduce((sum, step) => sum.plus(step), decimal(from))
      expect(reached.toFixed(2)).toBe(to)
      // What is rounded away is less than a cent for each step and each of the two rates.
      expect(decimal(bridge.rounding).abs().lte('0.03')).toBe(true)
      const exact = changes.reduce(
        (sum, one) => sum.plus(one.scope).plus(one.quantity).plus(one.price).plus(one.percentage),
        decimal(before.rate ?? '0'),
      )
      expect(exact.eq(after.rate ?? '0')).toBe(true)
    }),
    { numRuns: 60 },
  )
})
