import { decimal, roundHalfUp, type Decimal } from '#base/decimal.ts'
import { ExpressionError } from '../expression-error.ts'
import { needList, needNumber, num, Num, readNumber } from '../values.ts'
import type { ExpressionFunction, FunctionContext } from './expression-function.ts'

const zero = decimal(0)

/** A function of a number and, unless it is 0, of places. */
export const toPlaces = (round: (value: Decimal, places: number) => Decimal): ExpressionFunction => ({
  takes: [1, 2],
  call([value, places], { at }) {
    const read = needNumber(value, at)
    return read && num(round(read.value, wholePlaces(places, at)), read.exact)
  },
})

const extreme = (sign: 1 | -1): ExpressionFunction => ({
  takes: [1, 20],
  call(args, context) {
    let best: Num | null = null
    for (const read of numbersOf(args, context)) {
      if (!best || read.value.cmp(best.value) * sign > 0) best = read
    }
    return best
  },
})

/** Amounts. Nulls are left out of `sum`, `min`, `max`, `count`; halves round away from zero. `number` makes a number of a decimal. */
export const mathFunctions = {
  round: toPlaces((value, places) => decimal(roundHalfUp(value, places))),
  min: extreme(-1),
  max: extreme(1),
  abs: {
    takes: [1, 1],
    call([value], { at }) {
      const read = needNumber(value, at)
      return read && new Num(read.value.abs(), read.exact)
    },
  },
  sum: {
    takes: [1, 1],
    call(args, context) {
      let total = zero
      let exact = false
      for (const read of numbersOf(args, context)) {
        total = total.plus(read.value)
        exact ||= read.exact
      }
      return num(total, exact)
    },
  },
  count: {
    takes: [1, 1],
    call([list], { at, spend }) {
      const items = needList(list, at)
      spend(items.length)
      return new Num(decimal(items.filter((item) => item !== null && item !== undefined).length), false)
    },
  },
  number: { takes: [1, 1], call: ([value], context) => convert(value, context) },
  double: { takes: [1, 1], call: ([value], context) => convert(value, context) },
  int: {
    takes: [1, 1],
    call([value], context) {
      const read = convert(value, context)
      return read && new Num(read.value.round(0, 0), false)
    },
  },
} satisfies Record<string, ExpressionFunction>

/** Whole places from 0 to 18, or a refusal. */
export function wholePlaces(value: unknown, at: number): number {
  const places = Number(needNumber(value, at)?.value ?? 0)
  if (Number.isInteger(places) && places >= 0 && places <= 18) return places
  throw new ExpressionError(
    'expression_type',
    'The number of places must be a whole number from 0 to 18.',
    at,
  )
}

function convert(value: unknown, { at, total }: FunctionContext): Num | null {
  const text = typeof value === 'string' ? value.trim() : value
  const none = text === '' || (total && readNumber(text) === undefined)
  const read = none ? null : needNumber(text, at)
  return read && new Num(read.value, false)
}

/** The numbers among the values, or of the one list that is given; nothing is left out. */
export function numbersOf(args: readonly unknown[], { at, spend }: FunctionContext): Num[] {
  const items = args.length === 1 && Array.isArray(args[0]) ? args[0] : args
  spend(items.length)
  return items.map((item) => needNumber(item, at)).filter((read) => read !== null)
}
