import { expect, it } from 'vitest'
import { unitPrices, type PastRate } from './unit-prices.ts'

let count = 0
const rate = (values: Partial<PastRate>): PastRate => ({
  lineage: `line ${++count}`,
  title: 'Brick wall',
  unit: 'm2',
  rate: '100',
  quantity: '10',
  currency: 'EUR',
  region: null,
  source: null,
  on: '2026-01-01T00:00:00Z',
  estimate: 'House',
  ...values,
})

it('says lowest, middle, highest and last of what is the same thing', () => {
  const [wall, ...others] = unitPrices([
    rate({ rate: '120.50', on: '2026-03-01T00:00:00Z' }),
    rate({ rate: '99.90', title: 'brick  WALL', unit: 'm²' }),
    rate({ rate: '140', on: '2026-02-01T00:00:00Z' }),
  ])
  expect(others).toEqual([])
  expect(wall).toMatchObject({
    title: 'Brick wall',
    count: 3,
    min: '99.9',
    median: '120.5',
    max: '140',
    last: '120.5',
    last_on: '2026-03-01T00:00:00Z',
  })
  expect(wall?.from.map((one) => one.rate)).toEqual(['120.50', '140', '99.90'])
})

it('takes the middle of two exactly', () => {
  expect(unitPrices([rate({ rate: '0.1' }), rate({ rate: '0.2' })])[0]?.median).toBe('0.15')
  expect(unitPrices([rate({ rate: '9.999999' }), rate({ rate: '10' })])[0]?.median).toBe('10')
})

it('mixes no units, currencies and words, and follows the recipe whatever the line is called', () => {
  const all = unitPrices([
    rate({}),
    rate({ unit: 'm3' }),
    rate({ unit: '100 m2' }),
    rate({ currency: 'CHF' }),
    rate({ title: 'Plaster' }),
    rate({ source: 'r1', title: 'Wall, cellar' }),
    rate({ source: 'r1', title: 'Wall, attic' }),
  ])
  expect(all.map(({ count: times }) => times)).toEqual([2, 1, 1, 1, 1, 1])
})

it('counts a line once, however many versions it stands in', () => {
  const versions = ['2026-01-01', '2026-05-01', '2026-03-01'].map((day, at) =>
    rate({ lineage: 'one', rate: `${at + 1}`, on: `${day}T00:00:00Z` }),
  )
  expect(unitPrices(versions)).toMatchObject([{ count: 1, min: '2', max: '2', last: '2' }])
})
