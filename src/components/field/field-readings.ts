import type { FieldType } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { isAddress } from '#contracts/address.ts'
import { parseAddressLine } from '#contracts/parse-address-line.ts'
import { parseDuration } from '#contracts/parse-duration.ts'
import { parseGeoPoint } from '#contracts/parse-geo-point.ts'
import { parseDay, today } from '#ui/day.ts'
import type { Region } from '#ui/format.ts'
import { parseMoment } from '#ui/moment.ts'
import { editableDecimal } from '#ui/decimal-marks.ts'
import { parseDecimal } from '#ui/parse-decimal.ts'
import { optionsOf } from './field-traits.ts'

/** What a text means for a field, or that it means nothing. */
export type ReadValue = { ok: true; value: unknown } | { ok: false }

/** Reads a text that is not empty; `trimmed` has no spaces around it. */
type Reading = (trimmed: string, field: FieldDescription, region: Region, whole: string) => ReadValue

const no: ReadValue = { ok: false }
const yes = (value: unknown): ReadValue => ({ ok: true, value })
const orNo = (value: unknown): ReadValue => (value === null ? no : yes(value))

const line: Reading = (text) => yes(text)
const lines: Reading = (_text, _field, _region, whole) => yes(whole)
// No text names these for certain.
const unreadable: Reading = () => no

const number: Reading = (text, _field, { locale }) => {
  const read = parseDecimal(text, locale)
  return read === null ? no : yes(Number(read))
}
const integer: Reading = (...given) => {
  const read = number(...given)
  return read.ok && Number.isInteger(read.value) ? read : no
}
const exact: Reading = (text, _field, { locale }) =>
  orNo(parseDecimal(text.replaceAll(/[%€$£]|[A-Z]{3}/g, ''), locale))
const signs: Record<string, string> = { '€': 'EUR', $: 'USD', '£': 'GBP' }
const money: Reading = (text, field, region, whole) => {
  const amount = exact(text, field, region, whole)
  if (!field.currencies || !amount.ok) return amount
  const sign = /[€$£]/.exec(text)?.[0] ?? ''
  const currency = /[A-Z]{3}/.exec(text)?.[0] ?? signs[sign] ?? field.currencies[0]
  return currency !== undefined && field.currencies.includes(currency)
    ? yes({ amount: amount.value, currency })
    : no
}
const markOf = ({ locale }: Region): '.' | ',' => (editableDecimal('0.5', locale).includes(',') ? ',' : '.')

const truthy = new Set(['true', 'yes', 'ja', 'wahr', 'x', '1', '✓'])
const falsy = new Set(['false', 'no', 'nein', 'falsch', '0', '–', '-'])
const boolean: Reading = (text) => {
  const word = text.toLowerCase()
  return truthy.has(word) ? yes(true) : falsy.has(word) ? yes(false) : no
}
const address: Reading = (text) => {
  if (!text.startsWith('{')) return yes(parseAddressLine(text))
  try {
    const read: unknown = JSON.parse(text)
    return isAddress(read) ? yes(read) : no
  } catch {
    // Braces around what is no data: it means nothing for certain.
    return no
  }
}
const choice: Reading = (text, field) => {
  const word = text.toLowerCase()
  const option = optionsOf(field).find((one) => one.value === text || one.label.toLowerCase() === word)
  return option ? yes(option.value) : no
}
const choices: Reading = (text, field, region, whole) => {
  // A choice may have a comma in its name.
  const one = choice(text, field, region, whole)
  if (one.ok) return yes([one.value])
  const read = text
    .split(text.includes(';') ? /\s*;\s*/ : /\s*,\s*/)
    .map((part) => choice(part, field, region, whole))
  return read.every((one) => one.ok) ? yes(read.map((one) => one.ok && one.value)) : no
}

/** What words mean, by type of field; one that is missing does not compile. */
const fieldReadings = {
  text: line,
  long_text: lines,
  markdown: lines,
  email: line,
  phone: line,
  url: line,
  number,
  integer,
  decimal: exact,
  percent: exact,
  money,
  duration: (text, _field, region) => orNo(parseDuration(text, markOf(region))),
  rating: integer,
  boolean,
  date: (text, _field, { locale, timeZone }) => orNo(parseDay(text, locale, today(timeZone))),
  datetime: (text, _field, region) => orNo(parseMoment(text, region)),
  select: choice,
  multi_select: choices,
  status: choice,
  colour: (text) => (/^#?[0-9a-f]{6}$/i.test(text) ? yes(`#${text.replace('#', '').toLowerCase()}`) : no),
  icon: line,
  sequence: line,
  address,
  geo_point: (text) => orNo(parseGeoPoint(text)),
  relation: unreadable,
  user: unreadable,
  file: unreadable,
  image: unreadable,
  signature: unreadable,
  json: unreadable,
} as const satisfies Record<FieldType, Reading>

/** How a type is read. A type this version does not know is text. */
export const fieldReadingOf = (type: string): Reading =>
  Object.hasOwn(fieldReadings, type) ? fieldReadings[type as FieldType] : line
