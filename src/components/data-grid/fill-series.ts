import { decimal, decimalText, isDecimalText } from '#base/decimal.ts'
import type { Json } from '#base/json.ts'
import { addDays, addMonths, daysBetween, type Day } from '#ui/day.ts'
import type { GridColumn } from './grid-columns.ts'

/** What stands at a place of a series, its first value at 0; undefined where it has none, as before 0001. */
export type Series = (at: number) => Json | undefined

const numbers = new Set(['number', 'integer', 'decimal', 'percent', 'money', 'duration'])

/**
 * The series that values begin, as spreadsheets read them: numbers and codes by an even step, days by an even number of
 * days or months. One value alone begins one where that is what is meant of it: a day, and a code such as EST-001; with
 * `wanted` also a number, or a text that ends in one. Null where there is none.
 */
export function seriesOf(
  values: readonly unknown[],
  { field, formula }: Pick<GridColumn, 'field' | 'formula'>,
  wanted = false,
): Series | null {
  // Codes that a screen knows, and formulas, are no texts of their own.
  if (formula || field.options) return null
  if (field.type === 'date') return ofDays(values)
  if (field.type === 'text') return ofCodes(values, wanted)
  return numbers.has(field.type) ? ofNumbers(values, wanted) : null
}

function ofNumbers(values: readonly unknown[], wanted: boolean): Series | null {
  const read = values.map((value) => String(value ?? ''))
  if (!read.every(isDecimalText) || (read.length === 1 && !wanted)) return null
  const [first, second] = read.map((text) => decimal(text))
  if (!first) return null
  const step = second ? second.minus(first) : decimal(1)
  const at = (place: number): string => decimalText(first.plus(step.times(place)))
  if (read.some((text, place) => !decimal(text).eq(at(place)))) return null
  return typeof values[0] === 'number' ? (place) => Number(at(place)) : at
}

function ofDays(values: readonly unknown[]): Series | null {
  const days = values.filter((value): value is Day => typeof value === 'string')
  const [first, second] = days
  if (first === undefined || days.length < values.length) return null
  if (second === undefined) return (place) => addDays(first, place)
  const months = monthOf(second) - monthOf(first)
  const isLast = days.every((day) => day === lastOf(day))
  const ways: Series[] = [
    ...(months === 0
      ? []
      : [
          (place: number) => {
            const day = addMonths(first, months * place)
            return isLast ? lastOf(day) : day
          },
        ]),
    (place: number) => addDays(first, daysBetween(first, second) * place),
  ]
  return ways.find((way) => days.every((day, place) => way(place) === day)) ?? null
}

const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
const lastOf = (day: Day): Day => addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1)

const code = /^(.*?)(\d{1,15})(\D*)$/s
// A code that counts on: EST-001, 01.02.0030, Room 12. No unit, m2, and no kind of concrete, C30/37.
const counts = /(?:[-.#_ ]\d+|\D\d{2,})$/
const kinds = /[/,]\d+$/

function ofCodes(values: readonly unknown[], wanted: boolean): Series | null {
  const read = values.map((value) => (typeof value === 'string' ? code.exec(value) : null))
  const [, before = '', number = '', after = ''] = read[0] ?? []
  if (number === '' || read.some((one) => one?.[1] !== before || one[3] !== after)) return null
  const text = `${before}${number}${after}`
  if (read.length === 1 && !wanted && (!counts.test(text) || kinds.test(text))) return null
  const first = Number(number)
  const step = read[1] ? Number(read[1][2]) - first : 1
  const series: Series = (place) => {
    const value = first + step * place
    return value < 0 ? undefined : `${before}${String(value).padStart(number.length, '0')}${after}`
  }
  return values.every((value, place) => series(place) === value) ? series : null
}
