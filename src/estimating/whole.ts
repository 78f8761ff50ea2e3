/**
 * A whole number of any size, exact: a `number` as long as it is a safe integer, a `bigint` beyond. Small ones are
 * the rule, and the processor adds those some twenty times faster than a bigint. No fraction ever stands in one.
 */
export type Whole = number | bigint

const largest = Number.MAX_SAFE_INTEGER

/** a + b. Both sides and the sum are safe, or it is done again without limits: rounding cannot bring a sum back below. */
export function addWhole(a: Whole, b: Whole): Whole {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (sum <= largest && sum >= -largest) return sum
  }
  return BigInt(a) + BigInt(b)
}

/** a × b. */
export function multiplyWhole(a: Whole, b: Whole): Whole {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    if (product <= largest && product >= -largest) return product
  }
  return BigInt(a) * BigInt(b)
}

/** −a; of zero it is zero, which a `number` would give a sign. */
export const negateWhole = (a: Whole): Whole => (typeof a === 'number' ? 0 - a : -a)

/** The whole part of a ÷ b towards zero, and what is left of a: −7 ÷ 2 is −3, and −1 is left. */
export function divideWhole(a: Whole, b: Whole): { quotient: Whole; rest: Whole } {
  if (typeof a === 'number' && typeof b === 'number') {
    const rest = a % b
    return { quotient: (a - rest) / b, rest }
  }
  const [x, y] = [BigInt(a), BigInt(b)]
  return { quotient: shrinkWhole(x / y), rest: shrinkWhole(x % y) }
}

/** Back to a `number` where it fits: after a division numbers are small again. */
export const shrinkWhole = (value: bigint): Whole =>
  value <= largest && value >= -largest ? Number(value) : value

/** Negative, 0 or positive, as sorting wants it. */
export const compareWhole = (a: Whole, b: Whole): number => (a < b ? -1 : a > b ? 1 : 0)

const small = Array.from({ length: 16 }, (_, power) => 10 ** power)

/** 10 to a power from 0 on. */
export const powerOfTen = (power: number): Whole => small[power] ?? 10n ** BigInt(power)
