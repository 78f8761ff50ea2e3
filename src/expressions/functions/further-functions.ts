import { decimal, type Decimal } from '#base/decimal.ts'
import { canonicalJson } from '#base/json.ts'
import { compareValues } from '../compare.ts'
import { needList, needNumber, needText, num } from '../values.ts'
import { localText, readMoment } from './date.ts'
import type { ExpressionFunction } from './expression-function.ts'
import { numbersOf, toPlaces } from './math.ts'
import { power, squareRoot, wholePower } from './powers.ts'
import { limited, longestText, readText, tooLong } from './text.ts'

/**
 * Functions that screens seldom call: a browser fetches them for the layout, form or formula that does, so that the first
 * load stays small. `sort` puts nothing last; nothing is left out of `avg`.
 */
export const furtherFunctions = {
  /** The square root to 12 places; of a number below zero, nothing. */
  sqrt: {
    takes: [1, 1],
    call([value], { at }) {
      const read = needNumber(value, at)
      return read && squareRoot(read)
    },
  },
  /** `pow(1.19, 2)`: the second value is a whole number from -1000 to 1000. */
  pow: {
    takes: [2, 2],
    call([value, times], context) {
      const base = needNumber(value, context.at)
      const exponent = needNumber(times, context.at)
      if (!base || !exponent) return null
      const whole = wholePower(exponent, context)
      return whole === null ? null : power(base, whole)
    },
  },
  /** `substring("AB-123", 3, 5)` → `"12"`: from a character, counted from 0, up to one that is not taken any more. */
  substring: {
    takes: [2, 3],
    text: true,
    call([value, from, ...to], context) {
      const [start, end] = [from, ...to].map((place) => needNumber(place, context.at))
      if (value === null || !start || end === null) return null
      const place = (at: NonNullable<typeof start>): number => Math.max(0, Number(at.value.round(0, 0)))
      return [...readText(value, context)].slice(place(start), end && place(end)).join('')
    },
  },
  floor: toPlaces((value, places) => directed(value, places, -1)),
  ceil: toPlaces((value, places) => directed(value, places, 1)),
  avg: {
    takes: [1, 20],
    call(args, context) {
      const all = numbersOf(args, context)
      if (all.length === 0) return null
      const total = all.reduce((sum, read) => sum.plus(read.value), decimal(0))
      return num(
        total.div(all.length),
        all.some((read) => read.exact),
      )
    },
  },
  replace: {
    takes: [3, 3],
    text: true,
    call([value, from, to], context) {
      const part = needText(from, context.at)
      const text = readText(value, context)
      if (part === '') return text
      const pieces = text.split(part)
      const by = needText(to, context.at)
      if (text.length + (pieces.length - 1) * by.length > longestText * 2) return tooLong(context)
      return limited(pieces.join(by), context)
    },
  },
  /** Hours from one moment to another, with a fraction. */
  hoursBetween: {
    takes: [2, 2],
    call([from, to], context) {
      const start = readMoment(from, context)
      const end = readMoment(to, context)
      return start && end && num(decimal(end.time - start.time).div(3_600_000), false)
    },
  },
  /** `format(date, "DD.MM.YYYY")`: YYYY, YY, MM, DD, HH, mm stand for their parts; year and day also in small letters. */
  format: {
    takes: [2, 2],
    text: true,
    call([value, pattern], context) {
      const moment = readMoment(value, context)
      if (!moment) return ''
      const [day = '', time = ''] = localText(moment, context).split('T')
      const [year = '', month = '', date = ''] = day.split('-')
      const [hour = '', minute = ''] = time.split(':')
      const parts: Record<string, string> = { Y: year, M: month, D: date, H: hour, m: minute }
      return needText(pattern, context.at)
        .slice(0, 100)
        .replace(/YYYY|yyyy|YY|yy|MM|DD|dd|HH|mm/g, (name) =>
          (parts[name[0] ?? ''] ?? parts[name.charAt(0).toUpperCase()] ?? name).slice(-name.length),
        )
    },
  },
  sort: {
    takes: [1, 1],
    call([list], { at, spend }) {
      const items = needList(list, at)
      spend(items.length * 4)
      const present = items.filter((item) => item !== null && item !== undefined)
      const sorted = present.sort((a, b) => compareValues(a, b, false, at) ?? 0)
      return [...sorted, ...items.slice(present.length).fill(null)]
    },
  },
  unique: {
    takes: [1, 1],
    call([list], { at, spend }) {
      const items = needList(list, at)
      spend(items.length * 4)
      const seen = new Map(items.map((item) => [canonicalJson(item ?? null), item ?? null]))
      return [...seen.values()]
    },
  },
} satisfies Record<string, ExpressionFunction>

function directed(value: Decimal, places: number, towards: 1 | -1): Decimal {
  const cut = value.round(places, 0)
  const step = decimal(`1e-${places}`)
  const short = towards === 1 ? cut.lt(value) : cut.gt(value)
  return short ? cut.plus(step.times(towards)) : cut
}
