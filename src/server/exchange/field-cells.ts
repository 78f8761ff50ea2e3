import { decimalText, decimal, isDecimalText } from '#base/decimal.ts'
import { momentOf } from '#base/wall-time.ts'
import { isJsonObject, type Json } from '#base/json.ts'
import { addressLine, addressParts, isAddress } from '#contracts/address.ts'
import { choiceParts } from '#contracts/choice-parts.ts'
import { parseAddressLine } from '#contracts/parse-address-line.ts'
import { parseDuration } from '#contracts/parse-duration.ts'
import type { FieldType } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import { geoPointText } from '#contracts/geo-point.ts'
import { parseGeoPoint } from '#contracts/parse-geo-point.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { parseDate } from '../imports/date-format.ts'
import { currencyIn } from '../imports/header-hints.ts'
import type { ColumnFormat } from '../imports/infer-columns.ts'
import { parseNumber } from '../imports/number-format.ts'
import { parseBoolean } from '../imports/parse-boolean.ts'
import type { Cell, NestedCell } from './table.ts'
import { momentCell } from './moment-cell.ts'
import type { SheetCell } from './xlsx/write-xlsx.ts'

/** A filled cell of a file that holds one value: as it was, as text, and as text without spaces around it. */
interface FilledCell {
  cell: Exclude<Cell, NestedCell | null>
  full: string
  text: string
}

/** How a type of field stands in files. */
interface FieldCells {
  /**
   * The value a cell stands for, in the form a write takes. What cannot be read stays as its text, so that the validator
   * refuses it with the same words as a single write (EX-11).
   */
  read: (filled: FilledCell, field: Field, format: ColumnFormat) => Json
  /**
   * A value that is not empty as a cell of a workbook; CSV takes the same as text. `read` of it is the value again. `zone`:
   * whose clocks show its times.
   */
  write: (value: unknown, zone: string) => SheetCell
}

const words = (value: unknown): SheetCell => ({
  text: typeof value === 'string' ? value : JSON.stringify(value),
})
// Spaces around a short text come from padding; everything else belongs to it.
const line: FieldCells = {
  read: ({ full }) => full.replaceAll(/^[ \u00A0]+|[ \u00A0]+$/g, ''),
  write: words,
}
const lines: FieldCells = { read: ({ full }) => full, write: words }
const trimmed: FieldCells = { read: ({ text }) => text, write: words }

const digits = (value: unknown): SheetCell => {
  const text = typeof value === 'number' ? decimalText(decimal(value)) : String(value)
  return isDecimalText(text) ? { number: text } : { text }
}

function readDigits({ cell, text }: FilledCell, { mark }: ColumnFormat): string | null {
  const plain = typeof cell === 'number' ? text : parseNumber(text, mark)
  return plain !== null && /^-?\d+(\.\d+)?$/.test(plain) ? plain : null
}

const number: FieldCells = {
  read(filled, _field, format) {
    const plain = readDigits(filled, format)
    return plain === null ? filled.text : Number(plain)
  },
  write: digits,
}
const exact: FieldCells = {
  read: (filled, _field, format) => readDigits(filled, format) ?? filled.text,
  write: digits,
}

/** `12.50 USD`: an amount that names its currency, or one bare in the first currency of the field. */
const money: FieldCells = {
  read(filled, field, format) {
    if (!field.currencies) return exact.read(filled, field, format)
    if (filled.text.startsWith('{')) return readJson(filled.text)
    const code = /[A-Z]{3}/.exec(filled.text)?.[0] ?? currencyIn(filled.text) ?? field.currencies[0]
    const bare = filled.text.replace(/[A-Z]{3}/, '').trim()
    const amount = readDigits({ ...filled, text: bare }, format)
    return amount === null || code === undefined ? filled.text : { amount, currency: code }
  },
  write: (value) =>
    isJsonObject(value) ? { text: `${String(value.amount)} ${String(value.currency)}` } : digits(value),
}

/** `37:30`, as spreadsheets show hours beyond a day; a bare number is hours. */
const duration: FieldCells = {
  read: ({ cell, text }, _field, { mark, stored }) =>
    stored && typeof cell === 'number'
      ? cell
      : (parseDuration(typeof cell === 'number' ? text.replace('.', mark) : text, mark) ?? text),
  write: (value) => (typeof value === 'number' ? { duration: value } : words(value)),
}

const boolean: FieldCells = {
  read: ({ cell, text }) => (typeof cell === 'boolean' ? cell : (parseBoolean(text) ?? text)),
  write: (value) => (typeof value === 'boolean' ? { boolean: value } : words(value)),
}

const day: FieldCells = {
  read: ({ text }, _field, { order }) => parseDate(text, order)?.day ?? text,
  write: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? { date: value } : words(value),
}
// What a file says without a zone is a time of whoever sends it.
const moment: FieldCells = {
  read({ text }, _field, { order, zone }) {
    const date = parseDate(text, order)
    if (!date) return text
    const { day, time } = { ...date, time: date.time ?? '00:00:00' }
    if (date.zone !== null || zone === undefined) return `${day}T${time}${date.zone ?? 'Z'}`
    const [hour = 0, minute = 0, second = 0, millisecond = 0] = time.split(/[:.]/).map(Number)
    return momentOf({ day, hour, minute, second, millisecond }, zone).toISOString()
  },
  write: (value, zone) => (typeof value === 'string' ? momentCell(value, zone) : words(value)),
}

/** The option a text means, by value or label, whatever its case. */
function optionOf(text: string, field: Field): string {
  const wanted = text.toLowerCase()
  const option = (field.options ?? [])
    .map((one) => optionParts(one))
    .find(({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted)
  return option?.value ?? text
}

const choice: FieldCells = { read: ({ text }, field) => optionOf(text, field), write: words }

const partText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return isJsonObject(value) && typeof value.name === 'string' ? value.name : JSON.stringify(value)
}
const listText = (value: unknown): SheetCell =>
  Array.isArray(value) ? { text: value.map((part) => partText(part)).join('; ') } : words(value)

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    // Not JSON: the text itself is the value.
    return text
  }
}

const choices: FieldCells = {
  read: ({ text }, field) =>
    text.startsWith('[') ? readJson(text) : choiceParts(text).map((part) => optionOf(part, field)),
  write: listText,
}
const link: FieldCells = {
  // Where one name of several ends, only who knows the names can say: `resolveLinks` parts them.
  read: ({ text }, { many }) => (many && text.startsWith('[') ? readJson(text) : text),
  write: listText,
}
/** A list of files is told by name for people; only JSON keeps it whole. */
const files: FieldCells = { read: ({ text }) => readJson(text), write: listText }
const data: FieldCells = {
  read: ({ text }) => readJson(text),
  write: (value) => ({
    text: typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? ''),
  }),
}

/** One line of text when the parts come back from it, else JSON. */
const address: FieldCells = {
  read: ({ text }) => (text.startsWith('{') ? readJson(text) : parseAddressLine(text)),
  write(value) {
    if (!isAddress(value)) return words(value)
    const text = addressLine(value)
    const again = parseAddressLine(text)
    return { text: addressParts.every((part) => again[part] === value[part]) ? text : JSON.stringify(value) }
  },
}

const place: FieldCells = {
  read: ({ text }) => {
    const point = parseGeoPoint(text)
    return point ? { lat: point.lat, lng: point.lng } : readJson(text)
  },
  write: (value) =>
    isJsonObject(value) && typeof value.lat === 'number' && typeof value.lng === 'number'
      ? { text: geoPointText({ lat: value.lat, lng: value.lng }) }
      : words(value),
}

/** How every type of field stands in CSV and workbooks; one that is missing does not compile. */
export const fieldCells = {
  text: line,
  long_text: lines,
  markdown: lines,
  email: line,
  phone: line,
  url: line,
  number,
  integer: number,
  decimal: exact,
  percent: exact,
  money,
  duration,
  rating: number,
  boolean,
  date: day,
  datetime: moment,
  select: choice,
  multi_select: choices,
  status: choice,
  colour: trimmed,
  icon: trimmed,
  sequence: line,
  address,
  geo_point: place,
  relation: link,
  user: link,
  file: files,
  image: files,
  signature: data,
  json: data,
} as const satisfies Record<FieldType, FieldCells>
