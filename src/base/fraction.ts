import { assert } from './assert.ts'

/**
 * An exact fraction: `n / d` with `d > 0`. Quotients stay whole until they are written, so that three thirds are one
 * and an hour divided by 3,600 comes back as a second.
 */
export interface Fraction {
  readonly n: bigint
  readonly d: bigint
}

/** How a number is written: digits after the point, and where halves go (`half_up` is away from zero). */
export interface Rounding {
  digits: number
  mode: 'half_up' | 'half_even'
}

export const zero: Fraction = { n: 0n, d: 1n }
export const one: Fraction = { n: 1n, d: 1n }

/** Reads plain decimal text, as `isDecimalText` allows it: `fraction('0.24')` → 24/100. */
export function fraction(text: string): Fraction {
  const point = text.indexOf('.')
  if (point < 0) return { n: BigInt(text), d: 1n }
  return {
    n: BigInt(text.slice(0, point) + text.slice(point + 1)),
    d: 10n ** BigInt(text.length - point - 1),
  }
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? reduced(a.n + b.n, a.d) : reduced(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, negated(b))
export const times = (a: Fraction, b: Fraction): Fraction => reduced(a.n * b.n, a.d * b.d)

/** Divides; the divisor must not be zero. */
export function over(a: Fraction, b: Fraction): Fraction {
  assert(b.n !== 0n, 'a division by zero is refused before')
  return b.n < 0n ? reduced(-a.n * b.d, -a.d * b.n) : reduced(a.n * b.d, a.d * b.n)
}

export const negated = ({ n, d }: Fraction): Fraction => ({ n: -n, d })
export const absolute = ({ n, d }: Fraction): Fraction => ({ n: n < 0n ? -n : n, d })

/** Negative, 0 or positive. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The whole number next below, above, or nearest with halves away from zero. */
export function wholeOf({ n, d }: Fraction, towards: 'floor' | 'ceil' | 'round'): Fraction {
  if (towards === 'round') return { n: roundedQuotient(n, d, 'half_up'), d: 1n }
  const cut = n / d
  if (cut * d === n) return { n: cut, d: 1n }
  const below = n < 0n ? cut - 1n : cut
  return { n: towards === 'floor' ? below : below + 1n, d: 1n }
}

/** With exactly that many digits: `fixedText(fraction('0.125'), { digits: 2, mode: 'half_even' })` → `'0.12'`. */
export function fixedText({ n, d }: Fraction, { digits, mode }: Rounding): string {
  const scaled = roundedQuotient(n * 10n ** BigInt(digits), d, mode)
  const text = (scaled < 0n ? -scaled : scaled).toString().padStart(digits + 1, '0')
  const sign = scaled < 0n ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** At most 12 digits after the point, halves to even, no trailing zeros: 1/3 → `'0.333333333333'`. */
export function plainText(value: Fraction): string {
  return fixedText(value, { digits: 12, mode: 'half_even' }).replace(/\.?0+$/, '')
}

function roundedQuotient(n: bigint, d: bigint, mode: Rounding['mode']): bigint {
  const size = n < 0n ? -n : n
  const cut = size / d
  const twice = (size - cut * d) * 2n
  const up = twice > d || (twice === d && (mode === 'half_up' || cut % 2n === 1n))
  const rounded = up ? cut + 1n : cut
  return n < 0n ? -rounded : rounded
}

// Reducing costs more than multiplying: short fractions are left as they are.
const longEnough = 1n << 192n

function reduced(n: bigint, d: bigint): Fraction {
  if (d < longEnough) return { n, d }
  let [a, b] = [n < 0n ? -n : n, d]
  while (b !== 0n) [a, b] = [b, a % b]
  return { n: n / a, d: d / a }
}
