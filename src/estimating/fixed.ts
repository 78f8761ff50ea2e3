import { invalid } from '#base/app-error.ts'
import { isDecimalText } from '#base/decimal.ts'

/**
 * An exact decimal as so many units of 10^-scale: 12.50 is `{ units: 1250n, scale: 2 }`. What `#base/decimal.ts` does for
 * single values, this does for the tens of thousands of an estimate; the two agree in every digit.
 */
export interface Fixed {
  readonly units: bigint
  readonly scale: number
}

/** Where a half goes: away from zero (commercial), or to the even neighbour. */
export type RoundingMode = 'half_up' | 'half_even'

export const zero: Fixed = { units: 0n, scale: 0 }
export const one: Fixed = { units: 1n, scale: 0 }
export const hundred: Fixed = { units: 100n, scale: 0 }

/**
 * Reads a decimal string as `#base/decimal.ts` allows it. Refuses anything else with `invalid`.
 * @example parseFixed('-12.50') // { units: -1250n, scale: 2 }
 */
export function parseFixed(text: string): Fixed {
  if (text.length > longestShort) return parseLong(text)
  return { units: BigInt(shortUnits(text)), scale: scaleOf(text) }
}

/** Up to so many characters a decimal is gathered in a safe integer, five times as fast as by pattern. */
export const longestShort = 15

/**
 * The units of a decimal string of at most `longestShort` characters; refuses what is none, as `parseFixed` does.
 * @example shortUnits('-12.50') // -1250, of 10^-scaleOf('-12.50')
 */
export function shortUnits(text: string): number {
  const length = text.length
  const start = text.charCodeAt(0) === minus ? 1 : 0
  let units = 0
  let hasPoint = false
  for (let at = start; at < length; at++) {
    const digit = text.charCodeAt(at) - digitZero
    if (digit >= 0 && digit <= 9) units = units * 10 + digit
    else if (text.charCodeAt(at) === dot && !hasPoint && at > start && at < length - 1) hasPoint = true
    else throw notDecimal(text)
  }
  if (length === start) throw notDecimal(text)
  return start === 1 ? -units : units
}

/** How many digits a decimal string has after its point. */
export function scaleOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - 1 - point
}

const minus = 45
const dot = 46
const digitZero = 48

function parseLong(text: string): Fixed {
  if (!isDecimalText(text)) throw notDecimal(text)
  return { units: BigInt(text.replace('.', '')), scale: scaleOf(text) }
}

const notDecimal = (text: string): Error =>
  invalid([{ path: '', code: 'not_a_decimal', message: `“${text}” is not a decimal number.` }])

/** a + b, at the finer scale of the two. */
export function addFixed(a: Fixed, b: Fixed): Fixed {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale }
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

/** −a. */
export const negateFixed = (a: Fixed): Fixed => ({ units: -a.units, scale: a.scale })

/** a − b. */
export const subtractFixed = (a: Fixed, b: Fixed): Fixed => addFixed(a, negateFixed(b))

/** a × b with every digit: the scales add up. */
export const multiplyFixed = (a: Fixed, b: Fixed): Fixed => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
})

/**
 * a ÷ b, rounded to so many digits. b is not zero.
 * @example fixedText(divideFixed(parseFixed('1'), parseFixed('3'), 4, 'half_even')) // '0.3333'
 */
export function divideFixed(a: Fixed, b: Fixed, digits: number, mode: RoundingMode): Fixed {
  const shift = digits + b.scale - a.scale
  const above = a.units * powerOfTen(Math.max(shift, 0))
  const below = b.units * powerOfTen(Math.max(-shift, 0))
  return { units: divideRounded(above, below, mode), scale: digits }
}

/** So many per cent of an amount, every digit of it. */
export const percentOf = (amount: Fixed, percent: Fixed): Fixed => ({
  units: amount.units * percent.units,
  scale: amount.scale + percent.scale + 2,
})

/**
 * Rounds to exactly so many digits; what has fewer is written with zeros.
 * @example fixedText(roundFixed(parseFixed('0.125'), 2, 'half_even')) // '0.12'
 */
export function roundFixed(value: Fixed, digits: number, mode: RoundingMode): Fixed {
  if (value.scale === digits) return value
  if (value.scale < digits) return { units: unitsAt(value, digits), scale: digits }
  return { units: divideRounded(value.units, powerOfTen(value.scale - digits), mode), scale: digits }
}

function divideRounded(above: bigint, below: bigint, mode: RoundingMode): bigint {
  const quotient = above / below
  const rest = above - quotient * below
  if (rest === 0n) return quotient
  const twice = sizeOf(rest + rest)
  const size = sizeOf(below)
  if (twice < size || (twice === size && mode === 'half_even' && quotient % 2n === 0n)) return quotient
  return above < 0n === below < 0n ? quotient + 1n : quotient - 1n
}

/** |a|. */
export const sizeOf = (a: bigint): bigint => (a < 0n ? -a : a)

const powers = Array.from({ length: 40 }, (_, power) => 10n ** BigInt(power))

/** 10 to a power from 0 on. */
export const powerOfTen = (power: number): bigint => powers[power] ?? 10n ** BigInt(power)

/** Negative, 0 or positive, as sorting wants it. */
export function compareFixed(a: Fixed, b: Fixed): number {
  const scale = Math.max(a.scale, b.scale)
  const [x, y] = [unitsAt(a, scale), unitsAt(b, scale)]
  return x < y ? -1 : x > y ? 1 : 0
}

export const isZero = (value: Fixed): boolean => value.units === 0n

/** The sum of a list; of none it is zero. */
export function sumFixed(values: Iterable<Fixed>): Fixed {
  let sum = zero
  for (const value of values) sum = addFixed(sum, value)
  return sum
}

/** How many units of 10^-scale a value is; `scale` is not coarser than its own. */
export const unitsAt = (value: Fixed, scale: number): bigint =>
  value.scale === scale ? value.units : value.units * powerOfTen(scale - value.scale)

/** With all digits of its scale: `'1.50'`. */
export function fixedText({ units, scale }: Fixed): string {
  const text = String(units)
  if (scale === 0) return text
  const sign = units < 0n ? '-' : ''
  const digits = text.slice(sign.length).padStart(scale + 1, '0')
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Without trailing zeros, as `decimalText` writes it: `'1.5'`. */
export function plainText(value: Fixed): string {
  const text = fixedText(value)
  if (value.scale === 0 || !text.endsWith('0')) return text
  return text.replace(/\.?0+$/, '')
}
