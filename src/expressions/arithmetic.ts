import { isDecimalText } from '#base/decimal.ts'
import { ExpressionError } from './expression-error.ts'
import { dateFunctions, isDay } from './functions/date.ts'
import type { FunctionContext } from './functions/expression-function.ts'
import { limited } from './functions/text.ts'
import { needNumber, needText, Num, num, readNumber } from './values.ts'

const longestList = 100_000

/**
 * Adds amounts, counts days, joins texts and lists. Decimals travel as text, so two decimal texts from data are added; where
 * a side is text for certain (a quoted text, a text function, a joined text) the two are joined.
 */
export function add(left: unknown, right: unknown, asText: boolean, context: FunctionContext): unknown {
  const { at } = context
  if (Array.isArray(left) && Array.isArray(right)) {
    context.spend(left.length + right.length)
    if (left.length + right.length > longestList)
      throw new ExpressionError('expression_too_expensive', 'This list is too long.', at)
    return [...(left as unknown[]), ...(right as unknown[])]
  }
  // A number that a formula takes is one already; `plainText` is for data whose type nobody knows.
  const plainText = (value: unknown): boolean => typeof value === 'string' && !isDecimalText(value)
  if (asText || plainText(left) || plainText(right)) {
    const days = asText ? undefined : countDays('+', left, right, context)
    if (days !== undefined) return days
    return limited(needText(left, at) + needText(right, at), context)
  }
  const x = needNumber(left, at)
  const y = needNumber(right, at)
  return x && y && num(x.value.plus(y.value), x.exact || y.exact)
}

/**
 * `today() + 7` and `due - lead_days` are days, `due - start` is how many lie between; undefined where it is not about days.
 * A formula knows from the types of its fields and asks `dateAdd` by itself.
 */
export function countDays(sign: '+' | '-', left: unknown, right: unknown, context: FunctionContext): unknown {
  if (!isDay(left)) return sign === '+' && isDay(right) ? countDays(sign, right, left, context) : undefined
  if (isDay(right)) return sign === '-' ? dateFunctions.daysBetween.call([right, left], context) : undefined
  const count = readNumber(right)
  if (!count) return count
  const days = sign === '-' ? count.value.neg() : count.value
  return dateFunctions.dateAdd.call([left, new Num(days, false), 'days'], context)
}

/** What two numbers give; nothing where one is missing or would be divided by 0. */
export function arithmetic(
  sign: '-' | '*' | '/' | '%',
  left: unknown,
  right: unknown,
  at: number,
): Num | null {
  const x = needNumber(left, at)
  const y = needNumber(right, at)
  if (!x || !y) return null
  const exact = x.exact || y.exact
  if (sign === '-') return num(x.value.minus(y.value), exact)
  if (sign === '*') return num(x.value.times(y.value), exact)
  if (y.value.eq(0)) return null
  return num(sign === '/' ? x.value.div(y.value) : x.value.mod(y.value), exact)
}
