import type { ReactNode } from 'react'
import { unitText } from '#base/unit-text.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { drawAmount } from '#ui/amount.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { formatDate, type Region } from '#ui/format.ts'
import { t } from '#ui/translate.ts'
import { decimalOf, isEmptyValue, moneyOf, optionsOf, titleOf } from './field-traits.ts'

/**
 * Draws a value by a call. A list draws hundreds of values at every turn of the wheel, and a component with hooks for
 * each costs many times what its words do. Undefined: this value needs the component of its type.
 */
export type DrawCell = (
  value: unknown,
  field: FieldDescription,
  row: Row | undefined,
  region: Region,
) => ReactNode | undefined

/**
 * A field that is called `unit`, or `output_unit`, holds a unit: it is shown as it is printed, in the reader's word for it.
 * The formula of a quantity and the note of a price are left to `WrittenCell`. A text with options holds names, some of
 * which the product gave.
 */
export const drawText: DrawCell = (value, field, row, region) =>
  field.options
    ? drawSelect(value, field, row, region)
    : isEmptyValue(value)
      ? null
      : field.key.endsWith('unit')
        ? t(unitText(String(value)))
        : /^(qty_(expr|formula)|price_note)$/.test(field.key)
          ? undefined
          : String(value)

/**
 * A scale up to four says how a number is written; a larger one how exact it may be: then the zeros that mean nothing
 * stay away, but for two, also while it is edited. A screen may round: not below one, where a price of 0.0042 would read 0.00.
 */
export function written(
  digits: string,
  { scale, shown_scale: shown }: FieldDescription,
): { value: string; minDigits?: number | undefined; maxDigits?: number | undefined } {
  if (shown !== undefined && !/^-?0/.test(digits))
    return { value: digits, minDigits: shown, maxDigits: shown }
  if (scale === undefined || scale <= 4) return { value: digits, minDigits: scale }
  return { value: digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits, minDigits: 2 }
}

/** What was refused stays as it was written: it need not be a number. */
const isDecimal = (digits: string): boolean => /^-?\d+(\.\d+)?$/.test(digits)

export const drawNumber: DrawCell = (value, field, _row, region) => {
  const digits = decimalOf(value)
  if (digits === null || !isDecimal(digits)) return digits
  return drawAmount({ unit: field.unit, ...written(digits, field) }, region)
}

export const drawPercent: DrawCell = (value, field, _row, region) => {
  const digits = decimalOf(value)
  if (digits === null || !isDecimal(digits)) return digits
  return drawAmount({ unit: '%', ...written(digits, field) }, region)
}

export const drawMoney: DrawCell = (value, field, row, region) => {
  const { amount: digits, currency } = moneyOf(value, field, row)
  if (digits === null || !isDecimal(digits)) return digits
  const places = digits.split('.')[1]?.length ?? 0
  // Never fewer digits than the value has: a price of 0.0042 must not read 0.00.
  return currency
    ? drawAmount(
        {
          value: digits,
          currency,
          minDigits: field.scale,
          ...(places > 2 && { maxDigits: places }),
        },
        region,
      )
    : drawAmount({ value: digits, unit: field.unit, minDigits: field.scale ?? 2 }, region)
}

/** A plain day; a moment needs the clock. */
export const drawDay: DrawCell = (value, _field, _row, region) => {
  if (typeof value !== 'string' || value === '') return null
  if (value.length !== 10) return undefined
  return <time dateTime={value}>{formatDate(value, region)}</time>
}

export const drawSelect: DrawCell = (value, field) => {
  if (isEmptyValue(value)) return null
  const option = optionsOf(field).find((one) => one.value === value)
  const label = option?.label ?? String(value)
  return option?.color ? <Badge {...badgeLook(option.color)}>{label}</Badge> : label
}

/** The title of one record; several, or one without a title, need the component. */
export const drawRelation: DrawCell = (value, field, row) =>
  isEmptyValue(value) ? null : Array.isArray(value) ? undefined : (titleOf(value, field, row) ?? undefined)

const tones: ReadonlySet<string> = new Set<BadgeTone>([
  'neutral',
  'accent',
  'info',
  'success',
  'warning',
  'danger',
])

/** Whether an option's colour is a tone of the theme. */
export const isTone = (color: string | undefined): color is BadgeTone =>
  color !== undefined && tones.has(color)

/** How an option's colour looks on a badge. */
export const badgeLook = (color: string | undefined): { tone: BadgeTone; colour?: string } =>
  isTone(color)
    ? { tone: color }
    : { tone: 'neutral', ...(color !== undefined && /^#[0-9a-f]{6}$/i.test(color) && { colour: color }) }
