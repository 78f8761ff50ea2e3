import { isDecimalText } from '#base/decimal.ts'
import { invalid } from '#base/app-error.ts'
import {
  addWhole,
  compareWhole,
  divideWhole,
  multiplyWhole,
  negateWhole,
  powerOfTen,
  shrinkWhole,
  type Whole,
} from './whole.ts'

/**
 * An exact decimal as so many units of 10^-scale: 12.50 is `{ units: 1250, scale: 2 }`. What `#base/decimal.ts` does for
 * single values, this does for the tens of thousands of an estimate; the two agree in every digit.
 */
export interface Fixed {
  readonly units: Whole
  readonly scale: number
}

/** Where a half goes: away from zero (commercial), or to the even neighbour. */
export type RoundingMode = 'half_up' | 'half_even'

export const zero: Fixed = { units: 0, scale: 0 }

/**
 * Reads a decimal string as `#base/decimal.ts` allows it. Refuses anything else with `invalid`.
 * @example parseFixed('-12.50') // { units: -1250, scale: 2 }
 */
export function parseFixed(text: string): Fixed {
  const length = text.length
  // Fifteen digits always make a safe integer. Longer ones are rare and read by pattern.
  if (length > 15) return parseLong(text)
  const start = text.charCodeAt(0) === minus ? 1 : 0
  let units = 0
  let point = -1
  for (let at = start; at < length; at++) {
    const digit = text.charCodeAt(at) - digitZero
    if (digit >= 0 && digit <= 9) units = units * 10 + digit
    else if (text.charCodeAt(at) === dot && point < 0 && at > start && at < length - 1) point = at
    else throw notDecimal(text)
  }
  if (length === start) throw notDecimal(text)
  return { units: start === 1 ? -units : units, scale: point < 0 ? 0 : length - 1 - point }
}

const minus = 45
const dot = 46
const digitZero = 48

function parseLong(text: string): Fixed {
  if (!isDecimalText(text)) throw notDecimal(text)
  const point = text.indexOf('.')
  return {
    units: shrinkWhole(BigInt(text.replace('.', ''))),
    scale: point < 0 ? 0 : text.length - 1 - point,
  }
}

const notDecimal = (text: string): Error =>
  invalid([{ path: '', code: 'not_a_decimal', message: `“${text}” is not a decimal number.` }])

/** a + b, at the finer scale of the two. */
export function addFixed(a: Fixed, b: Fixed): Fixed {
  if (a.scale === b.scale) return { units: addWhole(a.units, b.units), scale: a.scale }
  const scale = Math.max(a.scale, b.scale)
  return { units: addWhole(unitsAt(a, scale), unitsAt(b, scale)), scale }
}

/** −a. */
export const negateFixed = (a: Fixed): Fixed => ({ units: negateWhole(a.units), scale: a.scale })

/** a − b. */
export const subtractFixed = (a: Fixed, b: Fixed): Fixed => addFixed(a, negateFixed(b))

/** a × b with every digit: the scales add up. */
export const multiplyFixed = (a: Fixed, b: Fixed): Fixed => ({
  units: multiplyWhole(a.units, b.units),
  scale: a.scale + b.scale,
})

/**
 * a ÷ b, rounded to so many digits. b is not zero.
 * @example fixedText(divideFixed(parseFixed('1'), parseFixed('3'), 4, 'half_even')) // '0.3333'
 */
export function divideFixed(a: Fixed, b: Fixed, digits: number, mode: RoundingMode): Fixed {
  const shift = digits + b.scale - a.scale
  const above = multiplyWhole(a.units, powerOfTen(Math.max(shift, 0)))
  const below = multiplyWhole(b.units, powerOfTen(Math.max(-shift, 0)))
  return { units: divideRounded(above, below, mode), scale: digits }
}

/** So many per cent of an amount, rounded to so many digits. */
export const percentOf = (amount: Fixed, percent: Fixed, digits: number, mode: RoundingMode): Fixed =>
  roundFixed(
    { units: multiplyWhole(amount.units, percent.units), scale: amount.scale + percent.scale + 2 },
    digits,
    mode,
  )

/**
 * Rounds to exactly so many digits; what has fewer is written with zeros.
 * @example fixedText(roundFixed(parseFixed('0.125'), 2, 'half_even')) // '0.12'
 */
export function roundFixed(value: Fixed, digits: number, mode: RoundingMode): Fixed {
  if (value.scale === digits) return value
  if (value.scale < digits) return { units: unitsAt(value, digits), scale: digits }
  return { units: divideRounded(value.units, powerOfTen(value.scale - digits), mode), scale: digits }
}

function divideRounded(above: Whole, below: Whole, mode: RoundingMode): Whole {
  const { quotient, rest } = divideWhole(above, below)
  if (rest === 0) return quotient
  const half = compareWhole(absolute(addWhole(rest, rest)), absolute(below))
  const even = divideWhole(quotient, 2).rest === 0
  if (half < 0 || (half === 0 && mode === 'half_even' && even)) return quotient
  return addWhole(quotient, above < 0 === below < 0 ? 1 : -1)
}

const absolute = (value: Whole): Whole => (value < 0 ? negateWhole(value) : value)

/** |a|. */
export const absoluteFixed = (a: Fixed): Fixed => (a.units < 0 ? negateFixed(a) : a)

/** Negative, 0 or positive, as sorting wants it. */
export function compareFixed(a: Fixed, b: Fixed): number {
  const scale = Math.max(a.scale, b.scale)
  return compareWhole(unitsAt(a, scale), unitsAt(b, scale))
}

export const isZero = (value: Fixed): boolean => Number(value.units) === 0

/** The sum of a list; of none it is zero. */
export function sumFixed(values: Iterable<Fixed>): Fixed {
  let sum = zero
  for (const value of values) sum = addFixed(sum, value)
  return sum
}

/** How many units of 10^-scale a value is; `scale` is not coarser than its own. */
export const unitsAt = (value: Fixed, scale: number): Whole =>
  value.scale === scale ? value.units : multiplyWhole(value.units, powerOfTen(scale - value.scale))

/** With all digits of its scale: `'1.50'`; zero has no sign. */
export function fixedText({ units, scale }: Fixed): string {
  const text = String(units)
  if (scale === 0) return text
  const start = text.startsWith('-') ? 1 : 0
  const digits = (start === 1 ? text.slice(1) : text).padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${start === 1 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Without trailing zeros, as `decimalText` writes it: `'1.5'`. */
export function plainText(value: Fixed): string {
  const text = fixedText(value)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
