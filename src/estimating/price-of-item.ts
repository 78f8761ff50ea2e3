import { saying, type Message } from '#base/saying.ts'
import {
  absolute,
  compareFractions,
  fraction,
  minus,
  over,
  plainText,
  times,
  type Fraction,
} from '#base/fraction.ts'
import type { ItemPrice } from '#contracts/catalogue.ts'
import type { PricedItem } from './recipe-book.ts'

/** What a price is asked for. */
export interface PriceQuestion {
  currency: string
  /** `DE-BE`; null asks for what holds everywhere. */
  region: string | null
  date: string
  /** How much of the item is bought, in its unit: prices for larger quantities count from theirs on. */
  quantity: Fraction
}

export type PriceAnswer =
  | {
      kind: 'price'
      price: ItemPrice
      /** After the discount, for `price_basis` of the item's unit. */
      unit_price: string
      price_basis: string
    }
  | { kind: 'no_price'; why: 'none' | 'currency' | 'date' | 'region' | 'quantity' }

/**
 * The price of an item: of those in the currency, on the day, for the region or one it lies in, and for at least the
 * quantity, the one for the nearest region, then for the largest quantity. Without one it is `no_price` and says which
 * question left none; it is never 0.
 */
export function priceOfItem({ item, prices }: PricedItem, question: PriceQuestion): PriceAnswer {
  const size = absolute(question.quantity)
  const sieves: [Exclude<PriceAnswer, { kind: 'price' }>['why'], (price: ItemPrice) => boolean][] = [
    ['currency', (price) => price.currency === question.currency],
    ['date', (price) => isOpen(price, question.date)],
    ['region', (price) => liesIn(question.region, price.region)],
    ['quantity', (price) => compareFractions(fraction(price.min_quantity), size) <= 0],
  ]
  let left = prices
  for (const [why, keeps] of sieves) {
    const kept = left.filter(keeps)
    if (kept.length === 0) return { kind: 'no_price', why: left.length === 0 ? 'none' : why }
    left = kept
  }
  const price = left.reduce((best, next) => (isNearer(next, best) ? next : best))
  return { kind: 'price', price, unit_price: netOf(price), price_basis: item.price_basis }
}

/** Why an item has no price, for people. */
export function noPriceWords(
  { item }: PricedItem,
  { currency, region, date }: Omit<PriceQuestion, 'quantity'>,
  why: Extract<PriceAnswer, { kind: 'no_price' }>['why'],
): Message {
  const words: Record<typeof why, string> = {
    none: '“{{name}}” ({{code}}) has no price.',
    currency: '“{{name}}” ({{code}}) has no price in {{currency}}.',
    date: '“{{name}}” ({{code}}) has no price in {{currency}} on {{day}}.',
    region:
      region === null
        ? '“{{name}}” ({{code}}) has no price in {{currency}} on {{day}} that holds everywhere.'
        : '“{{name}}” ({{code}}) has no price in {{currency}} on {{day}} for {{region}}.',
    quantity: '“{{name}}” ({{code}}) has no price in {{currency}} on {{day}} for so small a quantity.',
  }
  const { name, code } = item
  return saying(words[why], { name, code, currency, day: { day: date }, region: region ?? '' })
}

// Without a discount the price stays as it was written.
function netOf({ unit_price, discount_percent }: ItemPrice): string {
  const discount = fraction(discount_percent)
  if (discount.n === 0n) return unit_price
  return plainText(times(fraction(unit_price), over(minus(fraction('100'), discount), fraction('100'))))
}

const isOpen = ({ valid_from, valid_to }: ItemPrice, date: string): boolean =>
  (valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to)

const liesIn = (asked: string | null, region: string | null): boolean =>
  region === null || region === asked || (asked?.startsWith(`${region}-`) ?? false)

// The database lets no two prices be equally near; the rest only makes the answer the same in any order.
function isNearer(one: ItemPrice, other: ItemPrice): boolean {
  const region = (one.region?.length ?? 0) - (other.region?.length ?? 0)
  if (region !== 0) return region > 0
  const quantity = compareFractions(fraction(one.min_quantity), fraction(other.min_quantity))
  if (quantity !== 0) return quantity > 0
  const [begins, began] = [one.valid_from ?? '', other.valid_from ?? '']
  return begins === began ? one.id < other.id : begins > began
}
