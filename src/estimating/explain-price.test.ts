import type { Language } from '#contracts/language.ts'
import { describe, expect, it } from 'vitest'
import { pricedItem, wallItems, wallRecipes } from '../../tests/support/wall-recipes.ts'
import { expandRecipe, type ExpandQuestion } from './expand-recipe.ts'
import { explainPrice } from './explain-price.ts'

const cent = { digits: 2, mode: 'half_up' } as const

const explain = (language: Language, rest: Partial<ExpandQuestion> = {}) => {
  const tree = expandRecipe({
    recipes: wallRecipes,
    prices: wallItems,
    recipeVersion: wallRecipes.get('wall')!.versions[0]!,
    quantity: '10',
    currency: 'EUR',
    date: '2026-03-01',
    rounding: { coefficient: null, amount: cent, rate: cent },
    ...rest,
  })
  return explainPrice(tree, language).map(
    ({ depth, label, because, amount }) => `${'  '.repeat(depth)}${label}: ${because} → ${amount ?? '–'}`,
  )
}

describe('explainPrice', () => {
  it('says where each amount comes from, down to the price and its date', () => {
    expect(explain('en')).toEqual([
      'Brick wall: 245.28 EUR for 1 m² → 245.28',
      '  Without scaffolding.:  → –',
      '  brick: 0.24 m3/m2 * lookup(bricks, “NF”) = 0.09888 × 1000 pcs, plus 3 % waste, together 0.1018464 × 1000 pcs, at 620.00 EUR per 1000 pcs (from 1 January 2026, typed by hand) → 63.14',
      '  mortar: 0.24 m3/m2 * 0.25 = 60 l, plus 10 % waste, together 66 l, at 118.00 EUR per 1000 l (from 1 January 2026, typed by hand) → 7.79',
      '  Crew: 1 / (1.6 m2 / h) = 0.625 h → 102.47',
      '    mason: 2 / (1.6 m2 / h) = 1.25 h, at 58.40 EUR per h (from 1 January 2026, typed by hand) → 73.00',
      '    helper: 1 / (1.6 m2 / h) = 0.078125 wd, at 352.00 EUR per wd (from 1 January 2026, typed by hand) → 27.50',
      '    mixer: 0.5 / (1.6 m2 / h) = 0.3125 h, at 6.30 EUR per h (from 1 January 2026, typed by hand) → 1.97',
      '  wool: left out, as this does not hold: no && 0.24 m > 0.2 * m → –',
      '  plastering: 2 m² → 66.04',
      '    plaster: 20 mm * 1400 * kg / m3 = 28 kg, 2 times, together 56 kg, at 0.42 EUR per kg (from 1 January 2026, typed by hand) → 23.52',
      '    mason: 0.35 h, 2 times, together 0.7 h, at 58.40 EUR per h (from 1 January 2026, typed by hand) → 40.88',
      '    Small tools: 4 % of labour (40.88 EUR) → 1.64',
      '  Small tools: 3 % of labour (141.38 EUR) → 4.24',
      '  Risk: 1.5 % of crew + tools (106.71 EUR) → 1.60',
    ])
  })

  it('speaks German with its decimal mark', () => {
    const rows = explain('de')
    expect(rows[0]).toBe('Brick wall: 245,28 EUR für 1 m² → 245.28')
    expect(rows[3]).toBe(
      '  mortar: 0,24 m3/m2 * 0,25 = 60 l, zuzüglich 10 % Verschnitt, zusammen 66 l, zu 118,00 EUR je 1000 l (ab 01.01.2026, von Hand) → 7.79',
    )
    expect(rows[13]).toBe('  Small tools: 3 % von Lohn (141,38 EUR) → 4.24')
  })

  it('tells what is asked instead from what is so, and what is missing', () => {
    const prices = new Map([...wallItems, pricedItem('mortar', 'material', 'l', null)])
    const rows = explain('en', { prices, overrides: { bricks: { price: '700', quantity: '0.1' } } })
    expect(rows[0]).toBe('Brick wall: no rate: something is missing → –')
    expect(rows[2]).toBe('  brick: what if: 0.1 × 1000 pcs, at 700.00 EUR per 1000 pcs (what if) → 70.00')
    expect(rows[3]).toBe('  mortar: 0.24 m3/m2 * 0.25 = 60 l, plus 10 % waste, together 66 l, no price → –')
    // What is missing is material: a percentage of labour is still known.
    expect(rows[13]).toBe('  Small tools: 3 % of labour (141.38 EUR) → 4.24')
  })
})
