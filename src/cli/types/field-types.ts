import type { FieldDescription } from '#contracts/model-description.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { FieldType } from '#contracts/field-types.ts'

type Write = (field: FieldDescription) => string

const plain =
  (name: string): Write =>
  () =>
    name
const options: Write = ({ options: list = [], open }) =>
  list.length === 0 || open
    ? 'string'
    : list.map((option) => JSON.stringify(optionParts(option).value)).join(' | ')
const money: Write = ({ currencies }) =>
  currencies
    ? `{ amount: Decimal; currency: ${currencies.map((code) => JSON.stringify(code)).join(' | ')} }`
    : 'Decimal'
const one: Record<FieldType, Write> = {
  text: plain('string'),
  long_text: plain('string'),
  markdown: plain('string'),
  email: plain('string'),
  phone: plain('string'),
  url: plain('string'),
  number: plain('number'),
  integer: plain('number'),
  decimal: plain('Decimal'),
  percent: plain('Decimal'),
  money,
  duration: plain('number'),
  rating: plain('number'),
  boolean: plain('boolean'),
  date: plain('DateText'),
  datetime: plain('DateTimeText'),
  select: options,
  multi_select: options,
  status: options,
  colour: plain('string'),
  icon: plain('string'),
  sequence: plain('string'),
  address: plain('Address'),
  geo_point: plain('GeoPoint'),
  relation: plain('Id'),
  user: plain('Id'),
  file: plain('FileRef'),
  image: plain('FileRef'),
  signature: plain('Signature'),
  json: plain('unknown'),
}

const isList = ({ type, many }: FieldDescription): boolean =>
  type === 'multi_select' || type === 'file' || type === 'image' || many === true

/** How a value of this field travels, in TypeScript: `Decimal`, `("open" | "done")[]`. */
export function valueType(field: FieldDescription): string {
  const type = one[field.type](field)
  if (!isList(field)) return type
  return type.includes('|') ? `(${type})[]` : `${type}[]`
}

/** What a condition compares this field with: one entry of a list, the amount of a price, the text of an address. */
export function filterType(field: FieldDescription): string {
  if (field.type === 'address') return 'string'
  if (field.type === 'money') return 'Decimal'
  return one[field.type](field)
}
