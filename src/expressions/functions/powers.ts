import { decimal } from '#base/decimal.ts'
import { ExpressionError } from '../expression-error.ts'
import { num, type Num } from '../values.ts'
import type { FunctionContext } from './expression-function.ts'

const largestPower = 1000
// So many places are kept on the way: what is lost after them is far below the 18 of the answer.
const placesKept = 70
const tooLarge = decimal(`1${'0'.repeat(30)}`)

/**
 * The square root to 12 places, as a quotient has, halves away from zero; nothing for a number below zero. In whole numbers,
 * because the root of the decimal library rounds twice.
 */
export function squareRoot({ value, exact }: Num): Num | null {
  if (value.lt(0)) return null
  const twice = wholeRoot(BigInt(value.times('4e24').toFixed(0)))
  return num(decimal(String((twice + 1n) / 2n)).times('1e-12'), exact)
}

/** The root of a whole number, rounded down. */
function wholeRoot(square: bigint): bigint {
  if (square === 0n) return 0n
  // From above, Newton's steps only fall until they have it.
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** The whole number a power is raised to; anything else is refused, and nothing in a formula. */
export function wholePower({ value }: Num, { at, total }: FunctionContext): number | null {
  const power = Number(value)
  if (Number.isInteger(power) && Math.abs(power) <= largestPower && value.eq(power)) return power
  if (total) return null
  throw new ExpressionError('expression_type', 'A power is a whole number from -1000 to 1000.', at)
}

/**
 * A number times itself so many times, to 18 places; a negative power is a quotient and has 12. Over 30 digits it is
 * nothing. `app.calc_pow` takes the same steps.
 */
export function power({ value, exact }: Num, times: number): Num | null {
  let left = Math.abs(times)
  let base = value
  let product = decimal(1)
  for (;;) {
    if (left % 2 === 1) product = product.times(base).round(placesKept)
    left = Math.floor(left / 2)
    if (product.abs().gte(tooLarge)) return times < 0 ? num(decimal(0), exact) : null
    if (left === 0) break
    base = base.times(base).round(placesKept)
    // Whatever is still to be multiplied is at least this much.
    if (base.gte(tooLarge)) return times < 0 ? num(decimal(0), exact) : null
  }
  if (times >= 0) return num(product, exact)
  return product.eq(0) ? null : num(decimal(1).div(product), exact)
}
