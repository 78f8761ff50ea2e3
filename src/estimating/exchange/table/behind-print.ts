import { decimal, roundHalfUp, type Decimal } from '#base/decimal.ts'

interface Part {
  /** Of the line that it is in; not 0. */
  lineQuantity: Decimal
  quantity: Decimal
  price: Decimal
  amount: Decimal
}

/**
 * A printed price has lost its further digits: 6.3252 h at 17.10 are 108.16, yet 108.18 stands beside them. What was reckoned
 * with is found from the amount, so that the money stays to the cent: the price is `amount / quantity`, and the rest of the
 * rounding goes to how much one unit of the line takes. A quantity printed as 0 is found from the price.
 */
export function behindPrint({ lineQuantity, quantity, price, amount }: Part): {
  qtyPerUnit: string
  price: string
} {
  const found = quantity.eq(0) ? price : amount.div(quantity).round(6)
  const used = quantity.eq(0) && found.eq(0) ? decimal(1) : found
  // An amount of nothing keeps its quantity: what is taken costs nothing.
  const each = used.eq(0) ? quantity.div(lineQuantity) : amount.div(used).div(lineQuantity)
  return { qtyPerUnit: roundHalfUp(each, 9), price: roundHalfUp(used, 6) }
}

/** Whether an amount can come of a quantity and a price that were printed with so many digits. */
export function couldComeTo(
  { quantity, price, amount }: Omit<Part, 'lineQuantity'>,
  digits: { quantity: number; price: number },
): boolean {
  const half = (places: number): Decimal => decimal(`5e-${places + 1}`)
  const [q, p] = [half(digits.quantity), half(digits.price)]
  // By size, so that a credit (below zero) is judged as a charge is.
  const [amounts, quantities, prices] = [amount.abs(), quantity.abs(), price.abs()]
  const most = quantities.plus(q).times(prices.plus(p)).plus(half(2))
  const least = atLeastZero(quantities.minus(q))
    .times(atLeastZero(prices.minus(p)))
    .minus(half(2))
  return amounts.lte(most) && amounts.gte(least)
}

const atLeastZero = (value: Decimal): Decimal => (value.lt(0) ? decimal(0) : value)
