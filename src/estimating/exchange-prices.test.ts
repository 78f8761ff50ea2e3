import { describe, expect, it } from 'vitest'
import { fraction } from '#base/fraction.ts'
import { catalogueItemSchema, itemPriceSchema, type ItemPrice } from '#contracts/catalogue.ts'
import { priceIn } from './exchange-prices.ts'

const item = catalogueItemSchema.parse({
  id: 'anchor',
  code: 'A-1',
  name: 'Anchor',
  type: 'material',
  unit: 'pcs',
})

const price = (id: string, rest: Partial<ItemPrice>): ItemPrice =>
  itemPriceSchema.parse({ id, item_id: 'anchor', currency: 'EUR', unit_price: '10', ...rest })

const dollars = price('usd', { currency: 'USD', unit_price: '12.5', discount_percent: '10' })
const francs = price('chf', { currency: 'CHF', unit_price: '9' })
const both = new Map([
  ['USD', '0.92'],
  ['CHF', '1.05'],
])

const ask = (prices: readonly ItemPrice[], rates: ReadonlyMap<string, string> = both) =>
  priceIn(
    { item, prices },
    { currency: 'EUR', region: 'DE-BE', date: '2026-03-01', quantity: fraction('10') },
    rates,
  )

describe('priceIn', () => {
  it('takes a price in its own currency where one answers the question', () => {
    expect(ask([dollars, price('eur', {}), francs])).toMatchObject({ unit_price: '10', price: { id: 'eur' } })
  })

  it('takes of two foreign currencies the one whose rate was given first, and says the discount', () => {
    expect(ask([francs, dollars])).toMatchObject({
      unit_price: '10.35',
      price: { id: 'usd', currency: 'EUR', source: '(12.5 USD − 10 %) × 0.92, manual' },
    })
    expect(ask([francs, dollars], new Map([...both].toReversed()))).toMatchObject({
      unit_price: '9.45',
      price: { id: 'chf', source: '9 CHF × 1.05, manual' },
    })
  })

  it.each([
    ['of its own has ended', price('old', { valid_to: '2025-12-31' })],
    ['of its own is for another region', price('austria', { region: 'AT' })],
    ['of its own is for more', price('many', { min_quantity: '1000' })],
    ['in the first currency has ended', { ...dollars, valid_to: '2025-12-31' }],
  ])('goes on to the next currency where the price %s', (_what, idle) => {
    expect(ask([idle, francs])).toMatchObject({ unit_price: '9.45', price: { id: 'chf' } })
  })

  it('says why its own currency has no price where no other answers either', () => {
    const ended = [price('old', { valid_to: '2025-12-31' }), { ...francs, valid_to: '2025-12-31' }]
    expect(ask(ended)).toEqual({ kind: 'no_price', why: 'date' })
    expect(ask([francs], new Map())).toEqual({ kind: 'no_price', why: 'currency' })
  })
})
