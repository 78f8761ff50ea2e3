import { decimalText, roundHalfUp } from '#base/decimal.ts'
import { isJsonObject, type JsonObject } from '#base/json.ts'
import type { Message } from '#base/saying.ts'
import { unitText } from '#base/unit-text.ts'
import { ExpressionError } from '../expression-error.ts'
import { needList, needNumber, needText } from '../values.ts'
import { isEqual } from '../compare.ts'
import { wholePlaces } from './math.ts'
import type { ExpressionFunction, FunctionContext } from './expression-function.ts'

/** The longest text an expression may make, in characters (code points). */
export const longestText = 100_000

const changed = (change: (text: string) => string): ExpressionFunction => ({
  takes: [1, 1],
  text: true,
  call: ([value], context) => (value === null ? null : change(readText(value, context))),
})

const tested = (test: (text: string, part: string) => boolean): ExpressionFunction => ({
  takes: [2, 2],
  call: ([value, part], context) =>
    value !== null && test(readText(value, context), needText(part, context.at)),
})

const isMessage = (value: unknown): value is Message & JsonObject => isJsonObject(value) && 'message' in value

const worded = (message: Message, { formats }: FunctionContext): string =>
  formats ? formats.words(message) : message.message

/** Text. `upper`, `lower` and `trim` of nothing are nothing; elsewhere nothing is the empty text. */
export const textFunctions = {
  upper: changed((text) => text.toUpperCase()),
  lower: changed((text) => text.toLowerCase()),
  trim: changed((text) => text.trim()),
  startsWith: tested((text, part) => text.startsWith(part)),
  endsWith: tested((text, part) => text.endsWith(part)),
  contains: {
    takes: [2, 2],
    call([value, part], context) {
      if (Array.isArray(value)) return value.some((item) => isEqual(item, part, context.spend))
      return value !== null && readText(value, context).includes(needText(part, context.at))
    },
  },
  text: { takes: [1, 1], text: true, call: ([value], { at }) => needText(value, at) },
  /** A text of the product in the reader's language: `t('Accepted')`; of a message, with what it names: `t(issue)`. */
  t: {
    takes: [1, 1],
    text: true,
    call: ([value], context) =>
      worded(isMessage(value) ? value : { message: needText(value, context.at) }, context),
  },
  /** A unit as it is printed for the reader: `formatUnit('m2')` → `'m²'`. */
  formatUnit: {
    takes: [1, 1],
    text: true,
    call: ([value], context) => worded({ message: unitText(needText(value, context.at)) }, context),
  },
  string: { takes: [1, 1], text: true, call: ([value], { at }) => needText(value, at) },
  join: {
    takes: [1, 2],
    text: true,
    call([list, between], context) {
      const items = needList(list, context.at)
      context.spend(items.length)
      const present = items.filter((item) => item !== null && item !== undefined)
      return limited(
        present.map((item) => needText(item, context.at)).join(needText(between ?? '', context.at)),
        context,
      )
    },
  },
  split: {
    takes: [2, 2],
    call([value, between], context) {
      const separator = needText(between, context.at)
      if (separator === '')
        throw new ExpressionError('expression_type', 'Say at which text to split.', context.at)
      return value === null ? [] : readText(value, context).split(separator).slice(0, 10_000)
    },
  },
  matches: {
    takes: [2, 2],
    call([value, pattern], context) {
      if (!context.matches) {
        throw new ExpressionError('expression_type', 'Patterns cannot be used in this place.', context.at)
      }
      return value !== null && context.matches(readText(value, context), needText(pattern, context.at))
    },
  },
  fixed: {
    takes: [2, 2],
    text: true,
    call([value, places], { at }) {
      const amount = needNumber(value, at)
      return amount && roundHalfUp(amount.value, wholePlaces(places, at))
    },
  },
  formatNumber: {
    takes: [1, 2],
    text: true,
    call([value, digits], { at, formats }) {
      const amount = needNumber(value, at)
      const places = digits === undefined ? undefined : wholePlaces(digits, at)
      if (!amount) return ''
      const plain = places === undefined ? decimalText(amount.value) : roundHalfUp(amount.value, places)
      return formats ? formats.number(plain, places) : plain
    },
  },
  formatMoney: {
    takes: [2, 2],
    text: true,
    call([value, currency], { at, formats }) {
      const amount = needNumber(value, at)
      if (!amount) return ''
      const code = needText(currency, at)
      if (!/^[A-Z]{3}$/.test(code))
        throw new ExpressionError('expression_type', 'Name a currency such as "EUR".', at)
      return formats
        ? formats.money(decimalText(amount.value), code)
        : `${roundHalfUp(amount.value, 2)} ${code}`
    },
  },
  formatPercent: {
    takes: [1, 1],
    text: true,
    call([value], { at, formats }) {
      const share = needNumber(value, at)
      if (!share) return ''
      return formats ? formats.percent(decimalText(share.value)) : `${decimalText(share.value.times(100))} %`
    },
  },
} satisfies Record<string, ExpressionFunction>

/** Charges for a text and gives it back. One over the limit is refused; in a formula it is nothing. */
export function limited(text: string, context: Limits): string | null {
  if (text.length > longestText && (text.length > longestText * 2 || [...text].length > longestText))
    return tooLong(context)
  context.spend(text.length >> 6)
  return text
}

type Limits = Pick<FunctionContext, 'spend' | 'at' | 'total'>

/** A value as text within the limits. */
export function readText(value: unknown, context: FunctionContext): string {
  return limited(needText(value, context.at), context) ?? ''
}

/** Refuses a text over the limit; in a formula it is nothing. */
export function tooLong({ at, total }: Limits): null {
  if (total) return null
  throw new ExpressionError(
    'expression_too_expensive',
    'This makes a text longer than 100,000 characters.',
    at,
  )
}
