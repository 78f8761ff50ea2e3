import { saying } from '#base/saying.ts'
import { isDecimalText } from '#base/decimal.ts'
import { fraction, over, plainText, plus, times, type Fraction } from '#base/fraction.ts'
import type { PriceSource } from '#contracts/recipe.ts'
import { exchanged, exchangeNote, priceIn } from './exchange-prices.ts'
import { settle, sumsOf, type Expanded, type Expansion, type RecipeScope } from './expansion.ts'
import { noPriceWords } from './price-of-item.ts'
import type { PricedItem } from './recipe-book.ts'
import { problem } from './recipe-problem.ts'
import type { ItemLeaf, LeafPrice, QuantityWorking } from './recipe-tree.ts'

interface Needed {
  path: string
  /** For one output unit of the recipe it stands in, waste left out. */
  value: Fraction
  working: QuantityWorking
  waste_percent: string | undefined
  price: PriceSource
}

/** A leaf that is bought: its quantity with waste, its price, its amount. */
export function expandItem(run: Expansion, scope: RecipeScope, priced: PricedItem, needed: Needed): Expanded {
  const { item } = priced
  const { path, working } = needed
  run.leaves.add(path)
  const overridden: ItemLeaf['overridden'] = []
  const waste = item.type === 'material' ? (needed.waste_percent ?? item.waste_default) : null
  const asked = overrideOf(run, path, 'quantity')
  if (asked !== null) overridden.push('quantity')
  const perUnit =
    asked === null
      ? settle(times(scope.factor, withWaste(needed.value, waste)), run.rounding.coefficient)
      : { value: fraction(asked), text: asked }
  const quantity = times(perUnit.value, run.quantity)
  const price = whatIfPrice(run, path, item.price_basis) ?? priceFor(run, priced, needed, quantity)
  if (price?.from === 'what_if') overridden.push('price')
  const amount = price && settle(moneyFor(perUnit.value, price), run.rounding.amount)
  return {
    node: {
      kind: 'item',
      path,
      item_id: item.id,
      code: item.code,
      name: item.name,
      type: item.type,
      unit: item.unit,
      working,
      waste_percent: waste,
      factor: plainText(scope.factor),
      per_unit: perUnit.text,
      quantity: plainText(quantity),
      price,
      amount: amount?.text ?? null,
      overridden,
    },
    sums: sumsOf(item.type, amount?.value ?? null),
  }
}

const withWaste = (value: Fraction, percent: string | null): Fraction =>
  percent === null ? value : times(value, over(plus(fraction('100'), fraction(percent)), fraction('100')))

function moneyFor(quantity: Fraction, { unit_price, price_basis }: LeafPrice): Fraction {
  const whole = times(quantity, fraction(unit_price))
  return price_basis === '1' ? whole : over(whole, fraction(price_basis))
}

function overrideOf(run: Expansion, path: string, what: 'price' | 'quantity'): string | null {
  const text = run.overrides.get(path)?.[what]
  if (text === undefined) return null
  if (isDecimalText(text)) return text
  run.problems.push(problem('override', path, saying('“{{text}}” is no decimal number.', { text })))
  return null
}

const noSource = {
  price_id: null,
  source: null,
  list_price: null,
  discount_percent: null,
  region: null,
  valid_from: null,
  valid_to: null,
}

function whatIfPrice(run: Expansion, path: string, price_basis: string): LeafPrice | null {
  const unit_price = overrideOf(run, path, 'price')
  return unit_price === null
    ? null
    : { unit_price, price_basis, currency: run.currency, from: 'what_if', ...noSource }
}

function priceFor(run: Expansion, priced: PricedItem, needed: Needed, quantity: Fraction): LeafPrice | null {
  const { currency, region, date } = run
  const { price: fixed, path } = needed
  if (fixed.source === 'fixed') {
    const common = { price_basis: fixed.price_basis, currency, from: 'fixed', ...noSource } as const
    if (fixed.currency === currency) return { ...common, unit_price: fixed.unit_price }
    const rate = run.rates.get(fixed.currency)
    if (rate !== undefined) {
      const source = exchangeNote(fixed.unit_price, fixed.currency, rate)
      return { ...common, unit_price: exchanged(fixed.unit_price, rate), source }
    }
    const words = saying('“{{name}}” has a fixed price in {{other}}, not in {{currency}}.', {
      name: priced.item.name,
      other: fixed.currency,
      currency,
    })
    run.problems.push(problem('currency', path, words))
    return null
  }
  const answer = priceIn(priced, { currency, region, date, quantity }, run.rates)
  if (answer.kind === 'no_price') {
    run.problems.push(problem('no_price', path, noPriceWords(priced, run, answer.why)))
    return null
  }
  const { price } = answer
  return {
    unit_price: answer.unit_price,
    price_basis: answer.price_basis,
    currency,
    from: 'lookup',
    price_id: price.id,
    source: price.source,
    list_price: price.unit_price,
    discount_percent: price.discount_percent,
    region: price.region,
    valid_from: price.valid_from,
    valid_to: price.valid_to,
  }
}
