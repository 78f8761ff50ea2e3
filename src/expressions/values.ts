import { decimal, decimalText, isDecimalText, type Decimal } from '#base/decimal.ts'
import { isJsonObject } from '#base/json.ts'
import { ExpressionError } from './expression-error.ts'

/**
 * A number while an expression is worked out: exact, and remembering whether a decimal text took part. Decimals travel
 * as text, so what is computed from one becomes text again; what is computed from JSON numbers alone becomes a number.
 */
export class Num {
  readonly value: Decimal
  readonly exact: boolean

  constructor(value: Decimal, exact: boolean) {
    this.value = value
    this.exact = exact
  }
}

// 30 digits before the point and 18 after are what a decimal may hold anywhere in the product.
const tooLarge = decimal(`1${'0'.repeat(30)}`)

/** Makes a number of a result: rounds it to 18 places, halves away from zero; one over 30 digits is nothing. */
export function num(value: Decimal, exact: boolean): Num | null {
  const fractionDigits = value.c.length - 1 - value.e
  const kept = fractionDigits > 18 ? value.round(18) : value
  return kept.abs().gte(tooLarge) ? null : new Num(kept, exact)
}

/** A number or decimal text as a number; null stays null; undefined when the value is no number at all. */
export function readNumber(value: unknown): Num | null | undefined {
  if (value === null || value === undefined) return null
  if (value instanceof Num) return value
  if (typeof value === 'number') return Number.isFinite(value) ? new Num(decimal(value), false) : undefined
  if (typeof value === 'string' && isDecimalText(value)) return new Num(decimal(value), true)
  return undefined
}

/** As `readNumber`, refusing what is no number in words that name what was found. */
export function needNumber(value: unknown, at: number | null): Num | null {
  const read = readNumber(value)
  if (read === undefined)
    throw new ExpressionError('expression_type', `This needs a number, but got ${describe(value)}.`, at)
  return read
}

/** A text; null is the empty text; numbers and yes/no become words; lists and records are refused. */
export function needText(value: unknown, at: number | null): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  const read = readNumber(value)
  if (read) return decimalText(read.value)
  throw new ExpressionError('expression_type', `This needs text, but got ${describe(value)}.`, at)
}

/** A list; null is the empty list. */
export function needList(value: unknown, at: number | null): readonly unknown[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value
  throw new ExpressionError('expression_type', `This needs a list, but got ${describe(value)}.`, at)
}

/** Yes or no; null is no. Other values are refused: say what about them is asked, as in `size(x) > 0`. */
export function needTest(value: unknown, at: number | null): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'boolean') return value
  throw new ExpressionError('expression_type', `This needs yes or no, but got ${describe(value)}.`, at)
}

/** A value as it leaves an expression: numbers become a JSON number, or decimal text where digits would be lost. */
export function toPlain(value: unknown): unknown {
  if (!(value instanceof Num)) return value === undefined ? null : value
  const text = decimalText(value.value)
  // 15 significant digits are what every double gives back unchanged.
  return value.exact || value.value.c.length > 15 || Math.abs(value.value.e) > 15 ? text : Number(text)
}

/** A value in an estimator's words, without showing it: "text", "a list", "nothing". */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'yes or no'
  if (value instanceof Num || typeof value === 'number') return 'a number'
  if (Array.isArray(value)) return 'a list'
  return isJsonObject(value) ? 'a record' : 'something that is no data'
}
