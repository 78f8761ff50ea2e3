import type { FieldType } from '#contracts/field-types.ts'
import { jsonProblem } from '../models/json-problem.ts'
import { isRealDate, normaliseDatetime } from '../models/value-formats.ts'
import { addressType } from './address-type.ts'
import { choicesType, choiceType } from './choice-type.ts'
import { exactType, moneyType } from './exact-type.ts'
import { wrong, type FieldTypePart } from './field-type-part.ts'
import { filesType } from './files-type.ts'
import { geoPointType } from './geo-point-type.ts'
import { linkType } from './link-type.ts'
import { momentType } from './moment-type.ts'
import { numberType } from './number-type.ts'
import { sequenceType } from './sequence-type.ts'
import { signatureType } from './signature-type.ts'
import { statusType } from './status-type.ts'
import { normaliseText, textType } from './text-type.ts'

const isEmail = (text: string): boolean => /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/u.test(text)
const isPhone = (text: string): boolean => /^\+?[0-9][0-9 ()./-]{1,38}[0-9]$/.test(text)
const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)
const isIconName = (text: string): boolean => /^[a-z][a-z0-9-]*$/.test(text)
const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The best rating a field without a limit of its own takes. */
const bestRating = 5

const colourType: FieldTypePart = {
  normalise(value, field) {
    const read = normaliseText(7, isColour, 'Write a colour such as #1f57a8.')(value, field)
    return 'value' in read ? { value: String(read.value).toLowerCase() } : read
  },
  schema: () => ({ type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }),
}

const booleanType: FieldTypePart = {
  normalise: (value) => (typeof value === 'boolean' ? { value } : wrong('type', 'Say yes or no.')),
  schema: () => ({ type: 'boolean' }),
}

const jsonType: FieldTypePart = {
  normalise(value) {
    const problem = jsonProblem(value)
    return problem === null ? { value } : wrong('json', problem)
  },
  schema: () => ({}),
}

/** What the kernel knows of every type of field; one that is missing does not compile. */
export const allFieldTypes = {
  text: textType({ longest: 10_000 }),
  long_text: textType({ longest: 100_000 }),
  markdown: textType({ longest: 100_000 }),
  email: textType({ longest: 320, check: isEmail, message: 'Write an email address.', format: 'email' }),
  phone: textType({ longest: 40, check: isPhone, message: 'Write a phone number.' }),
  url: textType({
    longest: 2000,
    check: isWebAddress,
    message: 'Write a web address that starts with http:// or https://.',
    format: 'uri',
  }),
  number: numberType(),
  integer: numberType({ whole: true }),
  decimal: exactType,
  percent: exactType,
  money: moneyType,
  duration: numberType({ whole: true }),
  rating: numberType({ whole: true, min: 1, max: bestRating }),
  boolean: booleanType,
  date: momentType('date', (text) => (isRealDate(text) ? text : null), 'Write a date such as 2026-03-01.'),
  datetime: momentType('date-time', normaliseDatetime, 'Write a time such as 2026-03-01T12:30:00Z.'),
  select: choiceType,
  multi_select: choicesType,
  status: statusType,
  colour: colourType,
  icon: textType({ longest: 40, check: isIconName, message: 'Choose an icon.' }),
  sequence: sequenceType,
  address: addressType,
  geo_point: geoPointType,
  relation: linkType,
  user: linkType,
  file: filesType,
  image: filesType,
  signature: signatureType,
  json: jsonType,
} as const satisfies Record<FieldType, FieldTypePart>

/** The part of a type, with what not every type has. */
export const fieldTypePart = (type: FieldType): FieldTypePart => allFieldTypes[type]
