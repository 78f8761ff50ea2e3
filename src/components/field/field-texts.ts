import { addressLine, isAddress, parseAddressLine } from '#contracts/address.ts'
import { durationText, parseDuration } from '#contracts/duration.ts'
import type { FieldType } from '#contracts/field-types.ts'
import { geoPointText, parseGeoPoint } from '#contracts/geo-point.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { parseDay, today } from '#ui/day.ts'
import { formatDate, formatDateTime, type Region } from '#ui/format.ts'
import { editableDecimal, parseDecimal } from '#ui/parse-decimal.ts'
import { t } from '#ui/translate.ts'
import { storedFiles } from '../files/stored-files.ts'
import { decimalOf, isGeoPoint, moneyOf, optionsOf, titleOf } from './field-traits.ts'

/** What a text means for a field, or that it means nothing. */
export type ReadValue = { ok: true; value: unknown } | { ok: false }

/** A type of field as words, for the clipboard, and for what is typed over a cell or pasted from a spreadsheet. */
interface FieldText {
  /** A value that is neither empty nor a list of plain values. */
  words: (value: unknown, field: FieldDescription, row: Row | undefined, region: Region) => string
  /** A text that is not empty; `trimmed` has no spaces around it. */
  read: (trimmed: string, field: FieldDescription, region: Region, whole: string) => ReadValue
}

const no: ReadValue = { ok: false }
const yes = (value: unknown): ReadValue => ({ ok: true, value })
const orNo = (value: unknown): ReadValue => (value === null ? no : yes(value))
const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

const line: FieldText = { words: plain, read: (text) => yes(text) }
const lines: FieldText = { words: plain, read: (_text, _field, _region, whole) => yes(whole) }
// No text names these for certain.
const unreadable: FieldText = { words: plain, read: () => no }

const digits = (value: unknown, { locale }: Region): string => editableDecimal(decimalOf(value) ?? '', locale)
const number: FieldText = {
  words: (value, _field, _row, region) => digits(value, region),
  read: (text, _field, { locale }) => {
    const read = parseDecimal(text, locale)
    return read === null ? no : yes(Number(read))
  },
}
const integer: FieldText = {
  words: number.words,
  read: (text, field, region, whole) => {
    const read = number.read(text, field, region, whole)
    return read.ok && Number.isInteger(read.value) ? read : no
  },
}
const exact: FieldText = {
  words: number.words,
  read: (text, _field, { locale }) => orNo(parseDecimal(text.replaceAll(/[%€$£]|[A-Z]{3}/g, ''), locale)),
}
const signs: Record<string, string> = { '€': 'EUR', $: 'USD', '£': 'GBP' }
const money: FieldText = {
  words(value, _field, _row, region) {
    const { amount, currency } = moneyOf(value)
    return [digits(amount, region), currency].filter(Boolean).join(' ')
  },
  read(text, field, region, whole) {
    const amount = exact.read(text, field, region, whole)
    if (!field.currencies || !amount.ok) return amount
    const sign = /[€$£]/.exec(text)?.[0] ?? ''
    const currency = /[A-Z]{3}/.exec(text)?.[0] ?? signs[sign] ?? field.currencies[0]
    return currency !== undefined && field.currencies.includes(currency)
      ? yes({ amount: amount.value, currency })
      : no
  },
}
const markOf = ({ locale }: Region): '.' | ',' => (editableDecimal('0.5', locale).includes(',') ? ',' : '.')
const duration: FieldText = {
  words: (value) => (typeof value === 'number' ? durationText(value) : plain(value)),
  read: (text, _field, region) => orNo(parseDuration(text, markOf(region))),
}

const truthy = new Set(['true', 'yes', 'ja', 'wahr', 'x', '1', '✓'])
const falsy = new Set(['false', 'no', 'nein', 'falsch', '0', '–', '-'])
const boolean: FieldText = {
  words: (value) => (value === true ? t('Yes') : t('No')),
  read(text) {
    const word = text.toLowerCase()
    return truthy.has(word) ? yes(true) : falsy.has(word) ? yes(false) : no
  },
}

const date: FieldText = {
  words: (value, _field, _row, region) => (typeof value === 'string' ? formatDate(value, region) : ''),
  read: (text, _field, { locale, timeZone }) => orNo(parseDay(text, locale, today(timeZone))),
}
const datetime: FieldText = {
  words: (value, _field, _row, region) => (typeof value === 'string' ? formatDateTime(value, region) : ''),
  read(text) {
    const moment = new Date(text)
    return Number.isNaN(moment.getTime()) ? no : yes(moment.toISOString())
  },
}

function optionValue(text: string, field: FieldDescription): ReadValue {
  const word = text.toLowerCase()
  const option = optionsOf(field).find((one) => one.value === text || one.label.toLowerCase() === word)
  return option ? yes(option.value) : no
}
const choice: FieldText = {
  words: (value, field) => optionsOf(field).find((option) => option.value === value)?.label ?? String(value),
  read: optionValue,
}
const choices: FieldText = {
  words: choice.words,
  read(text, field) {
    const read = text.split(/\s*[,;]\s*/).map((part) => optionValue(part, field))
    return read.every((one) => one.ok) ? yes(read.map((one) => one.ok && one.value)) : no
  },
}

const link: FieldText = {
  words: (value, field, row) => titleOf(value, field, row) ?? (typeof value === 'string' ? value : ''),
  read: () => no,
}
const files: FieldText = {
  words: (value) =>
    storedFiles(value)
      .map((file) => file.name)
      .join(', '),
  read: () => no,
}

const colour: FieldText = {
  words: plain,
  read: (text) => (/^#?[0-9a-f]{6}$/i.test(text) ? yes(`#${text.replace('#', '').toLowerCase()}`) : no),
}
const address: FieldText = {
  words: (value) => (isAddress(value) ? addressLine(value) : plain(value)),
  read: (text) => yes(parseAddressLine(text)),
}
const place: FieldText = {
  words: (value) => (isGeoPoint(value) ? geoPointText(value) : plain(value)),
  read: (text) => orNo(parseGeoPoint(text)),
}

/** Every type of field as words and back; one that is missing does not compile. */
export const fieldTexts = {
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
  duration,
  rating: integer,
  boolean,
  date,
  datetime,
  select: choice,
  multi_select: choices,
  status: choice,
  colour,
  icon: line,
  sequence: line,
  address,
  geo_point: place,
  relation: link,
  user: link,
  file: files,
  image: files,
  json: unreadable,
} as const satisfies Record<FieldType, FieldText>

/** The words of a type. A type this version does not know is text. */
export const fieldTextOf = (type: string): FieldText =>
  Object.hasOwn(fieldTexts, type) ? fieldTexts[type as FieldType] : line
