import { decimal, decimalText, isDecimalText } from '#base/decimal.ts'
import { isJsonObject } from '#base/json.ts'
import type { Field } from '#contracts/field.ts'
import {
  wrong,
  type FieldTypePart,
  type JsonSchema,
  type Normalised,
  type Problem,
} from './field-type-part.ts'
import { outOfRange } from './number-type.ts'

/** Decimal text, exact to the last digit; with a `scale` written with exactly that many digits. */
export const exactType: FieldTypePart = { normalise, schema }

function normalise(value: unknown, field: Field): Normalised {
  const text = typeof value === 'number' ? shortNumber(value) : value
  if (typeof text !== 'string' || !isDecimalText(text)) return notExact(value, field)
  const amount = decimal(text)
  const plain = decimalText(amount)
  const places = plain.split('.')[1]?.length ?? 0
  if (field.scale !== undefined && places > field.scale)
    return wrong('scale', 'At most {{count}} digits after the point.', { count: field.scale })
  const written = field.scale === undefined ? plain : amount.toFixed(field.scale)
  return outOfRange(amount, field) ?? { value: amount.eq(0) ? written.replace('-', '') : written }
}

/** Why a value is no decimal that can be kept: too many digits on a side of the point, or none at all. */
function notExact(value: unknown, { scale = mostPlaces }: Field): Problem {
  const digits = /^-?(\d+)(?:\.(\d+))?$/.exec(typeof value === 'string' ? value : '')
  if (typeof value === 'number' && Number.isFinite(value))
    return wrong('digits', 'Send a number of more than {{count}} digits as a text, so that none is lost.', {
      count: 15,
    })
  if (!digits) return wrong('type', 'Write a decimal number.')
  return (digits[2] ?? '').length > mostPlaces
    ? wrong('scale', 'At most {{count}} digits after the point.', { count: scale })
    : wrong('digits', 'At most {{count}} digits before the point.', { count: mostDigits })
}

// What a decimal may hold anywhere in the product.
const mostDigits = 30
const mostPlaces = 18

// A JSON number is taken for a decimal while JavaScript cannot have changed it: 15 significant digits.
function shortNumber(value: number): string | null {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return null
  return Number(value.toPrecision(15)) === value ? decimal(value).toFixed() : null
}

function schema({ scale }: Field): JsonSchema {
  return {
    type: 'string',
    pattern: scale === 0 ? '^-?[0-9]{1,30}$' : `^-?[0-9]{1,30}(\\.[0-9]{1,${scale ?? 18}})?$`,
  }
}

/**
 * An amount of money: decimal text in the field's one currency, or `{amount, currency}` where the field allows several.
 * A bare amount then means the first of them.
 */
export const moneyType: FieldTypePart = {
  normalise(value, field) {
    if (!field.currencies) return normalise(value, field)
    const given: Record<string, unknown> = isJsonObject(value) ? value : { amount: value }
    const currency = given.currency ?? field.currencies[0]
    if (typeof currency !== 'string' || !field.currencies.includes(currency))
      return wrong('currency', 'The currency is one of {{list}}.', { list: field.currencies.join(', ') })
    if (given.amount === null || given.amount === undefined || given.amount === '') return { value: null }
    const amount = normalise(given.amount, field)
    return 'value' in amount ? { value: { amount: amount.value, currency } } : amount
  },
  schema: (field) =>
    field.currencies
      ? {
          type: 'object',
          properties: { amount: schema(field), currency: { type: 'string', enum: field.currencies } },
          required: ['amount', 'currency'],
        }
      : schema(field),
  check: ({ currency, currencies, currency_from }) => [
    ...(currencies && new Set(currencies).size < currencies.length
      ? [{ part: 'currencies' as const, ...wrong('duplicate', 'A currency is named twice.') }]
      : []),
    ...(currencies && currency !== undefined
      ? [{ part: 'currency' as const, ...wrong('currency', 'Give one currency or several, not both.') }]
      : []),
    ...(currency_from !== undefined && (currencies ?? currency) !== undefined
      ? [
          {
            part: 'currency_from' as const,
            ...wrong('currency', 'Give a currency or the field that names it, not both.'),
          },
        ]
      : []),
  ],
}
