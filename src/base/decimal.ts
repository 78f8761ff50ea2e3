import Big from 'big.js'

// Exact decimal arithmetic for money and quantities. Values travel as strings and never pass through a float.
const D = Big()
D.DP = 12
D.RM = Big.roundHalfUp
D.strict = false

export type Decimal = Big

const decimalPattern = /^-?\d{1,30}(\.\d{1,18})?$/

/** Whether a text is a plain decimal (no exponent, at most 30 digits before and 18 after the point). */
export const isDecimalText = (text: string): boolean => decimalPattern.test(text)

/** Reads a decimal. Throws on anything that is not a number. */
export const decimal = (value: string | number | Decimal): Decimal => new D(value)

/** Plain notation without exponent or trailing zeros: `decimalText(decimal('1.50'))` → `'1.5'`. */
export function decimalText(value: Decimal): string {
  const text = unsignedZero(value.toFixed())
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Rounds to `places`, halves away from zero (commercial), keeping trailing zeros: `roundHalfUp(d, 2)` → `'1.50'`. */
export const roundHalfUp = (value: Decimal, places: number): string =>
  unsignedZero(value.toFixed(places, Big.roundHalfUp))

const unsignedZero = (text: string): string => (/^-[0.]+$/.test(text) ? text.slice(1) : text)
