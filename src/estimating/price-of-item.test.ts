import { describe, expect, it } from 'vitest'
import { fraction } from '#base/fraction.ts'
import { catalogueItemSchema, itemPriceSchema, type ItemPrice } from '#contracts/catalogue.ts'
import { priceOfItem, type PriceQuestion } from './price-of-item.ts'

const item = catalogueItemSchema.parse({
  id: 'brick',
  code: 'B-1',
  name: 'Brick',
  type: 'material',
  unit: 'pcs',
  price_basis: '1000',
})

const price = (id: string, rest: Partial<ItemPrice>): ItemPrice =>
  itemPriceSchema.parse({ id, item_id: 'brick', currency: 'EUR', unit_price: '500', ...rest })

const prices = [
  price('old', { unit_price: '450', valid_to: '2025-12-31' }),
  price('now', { valid_from: '2026-01-01' }),
  price('many', { valid_from: '2026-01-01', min_quantity: '5000', unit_price: '480' }),
  price('de', { valid_from: '2026-01-01', region: 'DE', unit_price: '510' }),
  price('berlin', { valid_from: '2026-01-01', region: 'DE-BE', unit_price: '530', discount_percent: '2.5' }),
  price('usd', { currency: 'USD', unit_price: '600' }),
]

const ask = (rest: Partial<PriceQuestion>, of: readonly ItemPrice[] = prices) =>
  priceOfItem(
    { item, prices: of },
    { currency: 'EUR', region: null, date: '2026-03-01', quantity: fraction('10'), ...rest },
  )

const idOf = (rest: Partial<PriceQuestion>): string => {
  const answer = ask(rest)
  return answer.kind === 'price' ? answer.price.id : answer.why
}

describe('priceOfItem', () => {
  it.each<[string, Partial<PriceQuestion>]>([
    ['now', {}],
    ['old', { date: '2025-12-31' }],
    ['now', { date: '2026-01-01' }],
    ['now', { quantity: fraction('4999.999') }],
    ['many', { quantity: fraction('5000') }],
    ['many', { quantity: fraction('-6000') }],
    ['de', { region: 'DE-BY' }],
    // The nearest region counts before the largest quantity.
    ['de', { region: 'DE-BY', quantity: fraction('9000') }],
    ['berlin', { region: 'DE-BE' }],
    ['berlin', { region: 'DE-BE-10115' }],
    // "DENMARK" does not lie in "DE".
    ['now', { region: 'DENMARK' }],
    ['usd', { currency: 'USD', date: '1999-01-01' }],
    ['currency', { currency: 'CHF' }],
  ])('%s for %o', (id, rest) => {
    expect(idOf(rest)).toBe(id)
    // The order in the list does not matter.
    const answer = ask(rest, prices.toReversed())
    expect(answer.kind === 'price' ? answer.price.id : answer.why).toBe(id)
  })

  it('takes the discount off and brings the basis', () => {
    expect(ask({ region: 'DE-BE' })).toMatchObject({
      kind: 'price',
      unit_price: '516.75',
      price_basis: '1000',
    })
  })

  it('says which question left no price, and never answers 0', () => {
    const berlin = prices.filter(({ id }) => id === 'berlin')
    expect(ask({}, [])).toEqual({ kind: 'no_price', why: 'none' })
    expect(ask({ date: '2024-01-01', region: 'DE-BE' }, berlin)).toEqual({ kind: 'no_price', why: 'date' })
    expect(ask({}, berlin)).toEqual({ kind: 'no_price', why: 'region' })
    const many = prices.filter(({ id }) => id === 'many')
    expect(ask({}, many)).toEqual({ kind: 'no_price', why: 'quantity' })
  })
})
