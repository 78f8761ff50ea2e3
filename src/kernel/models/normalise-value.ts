import { decimal, decimalText, isDecimalText, type Decimal } from '#base/decimal.ts'
import { isUuid } from '#base/ids.ts'
import { isJsonObject } from '#base/json.ts'
import type { Field } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { FieldType } from '#contracts/field-types.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { matchPattern } from '#expressions/match-pattern.ts'
import { jsonProblem } from './json-problem.ts'
import { isRealDate, isStorableText, normaliseDatetime } from './value-formats.ts'

/** A value in the form it is stored in, or what is wrong with it. `null` is "empty". */
export type Normalised = { value: unknown } | { code: string; message: string }

type Normalise = (value: unknown, field: Field) => Normalised

const wrong = (code: string, message: string): Normalised => ({ code, message })
const most = { text: 10_000, longText: 100_000, listItems: 1000, files: 100 } as const

/**
 * Checks a value against its field and brings it into the one form that equal values share: decimals without needless
 * zeros (or with exactly `scale` digits), moments in UTC, ids in lower case. An empty text or list is empty.
 * Example: `normaliseValue({type: 'money', scale: 2, …}, '07.5')` → `{value: '7.50'}`.
 */
export function normaliseValue(field: Field, value: unknown): Normalised {
  if (value === null || value === undefined || value === '') return { value: null }
  if (Array.isArray(value) && value.length === 0) return { value: null }
  return byType[field.type](value, field)
}

const textOf =
  (longest: number, check?: (text: string) => boolean, message = ''): Normalise =>
  (value, field) => {
    if (typeof value !== 'string') return wrong('type', 'Write a text.')
    if (!isStorableText(value)) return wrong('text', 'This text holds characters that cannot be stored.')
    const limit = field.max_length ?? longest
    if (value.length > limit && [...value].length > limit)
      return wrong('max_length', `At most ${limit} characters.`)
    if (check && !check(value)) return wrong('format', message)
    return field.pattern === undefined ? { value } : meetsPattern(value, field.pattern)
  }

function meetsPattern(value: string, pattern: string): Normalised {
  try {
    if (matchPattern(value, pattern)) return { value }
    return wrong('pattern', 'This does not have the form that is asked for.')
  } catch (error) {
    if (error instanceof ExpressionError) return wrong('pattern', error.message)
    throw error
  }
}

const number =
  (whole: boolean): Normalise =>
  (value, field) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return wrong('type', 'Write a number.')
    if (Math.abs(value) >= 1e15) return wrong('range', 'This number is too large.')
    if (value !== 0 && Math.abs(value) < 1e-15) return wrong('range', 'This number is too small.')
    if (whole && !Number.isInteger(value)) return wrong('type', 'Write a whole number.')
    // 15 significant digits survive every way a number travels; -0 is 0.
    const kept = Number(value.toPrecision(15)) + 0
    return outOfRange(decimal(kept), field) ?? { value: kept }
  }

const exact: Normalise = (value, field) => {
  const text = typeof value === 'number' ? shortNumber(value) : value
  if (typeof text !== 'string' || !isDecimalText(text)) return wrong('type', 'Write a decimal number.')
  const amount = decimal(text)
  const plain = decimalText(amount)
  const places = plain.split('.')[1]?.length ?? 0
  if (field.scale !== undefined && places > field.scale)
    return wrong('scale', `At most ${field.scale} digits after the point.`)
  const written = field.scale === undefined ? plain : amount.toFixed(field.scale)
  return outOfRange(amount, field) ?? { value: amount.eq(0) ? written.replace('-', '') : written }
}

// A JSON number is taken for a decimal while JavaScript cannot have changed it: 15 significant digits.
function shortNumber(value: number): string | null {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return null
  return Number(value.toPrecision(15)) === value ? decimal(value).toFixed() : null
}

function outOfRange(amount: Decimal, { min, max }: Field): Normalised | null {
  if (min !== undefined && isNumeric(min) && amount.lt(min)) return wrong('min', `At least ${min}.`)
  if (max !== undefined && isNumeric(max) && amount.gt(max)) return wrong('max', `At most ${max}.`)
  return null
}

const isNumeric = (limit: number | string): boolean => typeof limit === 'number' || isDecimalText(limit)

const moment =
  (normalise: (text: string) => string | null, message: string): Normalise =>
  (value, { min, max }) => {
    const normal = typeof value === 'string' ? normalise(value) : null
    if (normal === null) return wrong('type', message)
    const [first, last] = [min, max].map((limit) => (typeof limit === 'string' ? normalise(limit) : null))
    if (first && normal < first) return wrong('min', `Not before ${first}.`)
    if (last && normal > last) return wrong('max', `Not after ${last}.`)
    return { value: normal }
  }

const boolean: Normalise = (value) =>
  typeof value === 'boolean' ? { value } : wrong('type', 'Say yes or no.')

const choice: Normalise = (value, field) => {
  if (typeof value !== 'string') return wrong('type', 'Choose one of the options.')
  const options = field.options ?? []
  if (options.length > 0)
    return options.some((option) => optionParts(option).value === value)
      ? { value }
      : wrong('option', 'Choose one of the options.')
  return textOf(200)(value, { ...field, pattern: undefined })
}

const listOf =
  (item: Normalise, message: string): Normalise =>
  (value, field) => {
    if (!Array.isArray(value)) return wrong('type', message)
    if (value.length > most.listItems) return wrong('limit', `At most ${most.listItems} entries.`)
    const items = value.map((entry: unknown) => item(entry, field))
    const problem = items.find((entry) => 'code' in entry)
    if (problem) return problem
    return { value: [...new Set(items.map((entry) => ('value' in entry ? entry.value : null)))] }
  }

const id: Normalise = (value) =>
  typeof value === 'string' && isUuid(value)
    ? { value: value.toLowerCase() }
    : wrong('type', 'Choose a record.')

const link: Normalise = (value, field) =>
  field.many === true ? listOf(id, 'Choose records.')(value, field) : id(value, field)

// What an upload answered; the server puts its own name, type and size in place of what was sent.
const files: Normalise = (value) => {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > most.files) return wrong('limit', `At most ${most.files} files.`)
  const stored = list.map((entry) => {
    const file: Record<string, unknown> = isJsonObject(entry) ? entry : { id: entry }
    if (typeof file.id !== 'string' || !isUuid(file.id)) return null
    const text = (part: unknown) =>
      typeof part === 'string' && isStorableText(part) ? part.slice(0, 300) : ''
    const size = typeof file.size === 'number' && Number.isSafeInteger(file.size) ? file.size : 0
    return { id: file.id.toLowerCase(), name: text(file.name), type: text(file.type), size }
  })
  return stored.includes(null) ? wrong('type', 'Upload the file first.') : { value: stored }
}

const json: Normalise = (value) => {
  const problem = jsonProblem(value)
  return problem === null ? { value } : wrong('json', problem)
}

const isEmail = (text: string): boolean => /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/u.test(text)
const isPhone = (text: string): boolean => /^\+?[0-9][0-9 ()./-]{1,38}[0-9]$/.test(text)
const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

const byType = {
  text: textOf(most.text),
  long_text: textOf(most.longText),
  markdown: textOf(most.longText),
  email: textOf(320, isEmail, 'Write an email address.'),
  phone: textOf(40, isPhone, 'Write a phone number.'),
  url: textOf(2000, isWebAddress, 'Write a web address that starts with http:// or https://.'),
  number: number(false),
  integer: number(true),
  decimal: exact,
  percent: exact,
  money: exact,
  boolean,
  date: moment((text) => (isRealDate(text) ? text : null), 'Write a date such as 2026-03-01.'),
  datetime: moment(normaliseDatetime, 'Write a time such as 2026-03-01T12:30:00Z.'),
  select: choice,
  multi_select: listOf(choice, 'Choose from the options.'),
  relation: link,
  user: link,
  file: files,
  image: files,
  json,
} as const satisfies Record<FieldType, Normalise>
