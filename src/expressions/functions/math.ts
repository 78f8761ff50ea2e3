import { decimal, roundHalfUp, type Decimal } from '#base/decimal.ts'
import { ExpressionError } from '../expression-error.ts'
import { needList, needNumber, num, Num, readNumber } from '../values.ts'
import type { ExpressionFunction, FunctionContext } from './expression-function.ts'

const zero = decimal(0)

const toPlaces = (round: (value: Decimal, places: number) => Decimal): ExpressionFunction => ({
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

/** Amounts. Nulls are left out of `sum`, `avg`, `min`, `max`, `count`; halves round away from zero. `number` makes a number of a decimal. */
export const mathFunctions = {
  round: toPlaces((value, places) => decimal(roundHalfUp(value, places))),
  floor: toPlaces((value, places) => directed(value, places, -1)),
  ceil: toPlaces((value, places) => directed(value, places, 1)),
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
  avg: {
    takes: [1, 1],
    call(args, context) {
      const all = numbersOf(args, context)
      if (all.length === 0) return null
      const total = all.reduce((sum, read) => sum.plus(read.value), zero)
      return num(
        total.div(all.length),
        all.some((read) => read.exact),
      )
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

function directed(value: Decimal, places: number, towards: 1 | -1): Decimal {
  const cut = value.round(places, 0)
  const step = decimal(`1e-${places}`)
  const short = towards === 1 ? cut.lt(value) : cut.gt(value)
  return short ? cut.plus(step.times(towards)) : cut
}

function convert(value: unknown, { at, total }: FunctionContext): Num | null {
  const text = typeof value === 'string' ? value.trim() : value
  const none = text === '' || (total && readNumber(text) === undefined)
  const read = none ? null : needNumber(text, at)
  return read && new Num(read.value, false)
}

function numbersOf(args: readonly unknown[], { at, spend }: FunctionContext): Num[] {
  const items = args.length === 1 && Array.isArray(args[0]) ? args[0] : args
  spend(items.length)
  return items.map((item) => needNumber(item, at)).filter((read) => read !== null)
}
