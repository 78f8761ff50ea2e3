import { decimal, isDecimalText } from '#base/decimal.ts'
import { isUuid } from '#base/ids.ts'
import type { Operator, ValueKind } from '#contracts/field-types.ts'
import type { FieldInfo } from '../models/field-info.ts'
import { isRealDate, isStorableText, normaliseDatetime } from '../models/value-formats.ts'
import { invalidQuery } from './query-errors.ts'
import { queryLimits } from './query-limits.ts'
import type { ConditionValue } from './resolved-query.ts'

const expected: Record<ValueKind, string> = {
  text: 'a text',
  number: 'a number',
  decimal: 'a decimal number',
  boolean: 'true or false',
  date: 'a date such as 2026-03-01',
  datetime: 'a time such as 2026-03-01T12:30:00Z',
  id: 'an id',
  list: 'a text',
  json: 'a text',
}

/**
 * The value of a condition in the form the compiler binds: decimals as text, moments in UTC, ids in lower case. Refuses a
 * value of another type with 422 `invalid` at `<path>.value`. `eq` and `ne` take null: is (not) empty.
 */
export function checkValue(field: FieldInfo, op: Operator, value: unknown, path: string): ConditionValue {
  const place = `${path}.value`
  const single = (item: unknown, at: string) => checkSingle(field.kind, item, at)
  switch (op) {
    case 'empty':
      if (value !== undefined && typeof value !== 'boolean')
        throw invalidQuery(place, 'type', 'Give true or false.')
      return value ?? true
    case 'in':
    case 'nin':
      if (!Array.isArray(value)) throw invalidQuery(place, 'type', 'Give a list.')
      return value.map((item, index) => single(item, `${place}.${index}`)) as string[]
    case 'between': {
      const [from, to] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : []
      if (from === undefined || to === undefined)
        throw invalidQuery(place, 'type', 'Give a list of two values.')
      return [single(from, `${place}.0`), single(to, `${place}.1`)] as string[]
    }
    case 'eq':
    case 'ne':
      return value === null ? null : single(value, place)
    case 'contains':
      // Of amounts in several currencies it asks for a currency.
      return checkSingle(field.kind === 'decimal' ? 'text' : field.kind, value, place)
    default:
      return single(value, place)
  }
}

function checkSingle(kind: ValueKind, value: unknown, path: string): string | boolean {
  const normal = normaliseSingle(kind, value)
  if (normal === null) throw invalidQuery(path, 'type', `Give ${expected[kind]}.`)
  return normal
}

function normaliseSingle(kind: ValueKind, value: unknown): string | boolean | null {
  if (kind === 'boolean') return typeof value === 'boolean' ? value : null
  if (kind === 'number' || kind === 'decimal') return decimalOf(value)
  if (typeof value !== 'string' || !isStorableText(value) || value.length > queryLimits.textLength)
    return null
  switch (kind) {
    case 'date':
      return isRealDate(value) ? value : null
    case 'datetime':
      return normaliseDatetime(isRealDate(value) ? `${value}T00:00:00Z` : value)
    case 'id':
      return isUuid(value) ? value.toLowerCase() : null
    default:
      return value
  }
}

function decimalOf(value: unknown): string | null {
  if (typeof value === 'string') return isDecimalText(value) ? value : null
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) >= 1e15) return null
  return decimal(value).toFixed()
}
