import { addressLine, isAddress } from '#contracts/address.ts'
import { durationText } from '#contracts/duration.ts'
import type { FieldType } from '#contracts/field-types.ts'
import { geoPointText, isGeoPoint } from '#contracts/geo-point.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { formatDate, formatDateTime, type Region } from '#ui/format.ts'
import { editableDecimal } from '#ui/decimal-marks.ts'
import { t } from '#ui/translate.ts'
import { storedFiles } from '../files/stored-files.ts'
import { decimalOf, isRow, moneyOf, optionsOf, titleOf } from './field-traits.ts'

/** A value that is neither empty nor a list of plain values, as words for the clipboard and for screen readers. */
type Words = (value: unknown, field: FieldDescription, row: Row | undefined, region: Region) => string

const plain: Words = (value) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
const digits: Words = (value, _field, _row, { locale }) => editableDecimal(decimalOf(value) ?? '', locale)
const money: Words = (value, field, row, region) => {
  const { amount, currency } = moneyOf(value)
  return [digits(amount, field, row, region), currency].filter(Boolean).join(' ')
}
const duration: Words = (value) => (typeof value === 'number' ? durationText(value) : String(value))
const choice: Words = (value, field) =>
  optionsOf(field).find((option) => option.value === value)?.label ?? String(value)
const link: Words = (value, field, row) =>
  titleOf(value, field, row) ?? (typeof value === 'string' ? value : '')
const files: Words = (value) =>
  storedFiles(value)
    .map((file) => file.name)
    .join(', ')

/** Every type of field as words; one that is missing does not compile. `field-readings.ts` reads them back. */
const fieldWords = {
  text: plain,
  long_text: plain,
  markdown: plain,
  email: plain,
  phone: plain,
  url: plain,
  number: digits,
  integer: digits,
  decimal: digits,
  percent: digits,
  money,
  duration,
  rating: digits,
  boolean: (value) => (value === true ? t('Yes') : t('No')),
  date: (value, _field, _row, region) => (typeof value === 'string' ? formatDate(value, region) : ''),
  datetime: (value, _field, _row, region) => (typeof value === 'string' ? formatDateTime(value, region) : ''),
  select: choice,
  multi_select: choice,
  status: choice,
  colour: plain,
  icon: plain,
  sequence: plain,
  address: (value, ...rest) => (isAddress(value) ? addressLine(value) : plain(value, ...rest)),
  geo_point: (value, ...rest) => (isGeoPoint(value) ? geoPointText(value) : plain(value, ...rest)),
  relation: link,
  user: link,
  file: files,
  image: files,
  signature: (value, ...rest) => (isRow(value) ? t('Drawn signature') : plain(value, ...rest)),
  json: plain,
} as const satisfies Record<FieldType, Words>

/** The words of a type. A type this version does not know is text. */
export const fieldWordsOf = (type: string): Words =>
  Object.hasOwn(fieldWords, type) ? fieldWords[type as FieldType] : plain
