import { optionParts } from '#contracts/option-parts.ts'
import type { FieldInfo } from '../models/field-info.ts'
import { join, sql, textLiteral, type Sql } from './sql.ts'

// As many digits as the most options of a field need; what is no option (any more) comes after all of them.
const places = 4
const afterAll = '9999'
const raw = (text: string): Sql => ({ parts: [text] })
const sqlPlaces = raw(String(places))

/** The options of a field whose values stand in the order of these; null where values are in their own order. */
function orderedOptions({ type, kind, field }: FieldInfo): string[] | null {
  if ((type !== 'select' && type !== 'status') || kind === 'list') return null
  const values = (field.options ?? []).map((option) => optionParts(option).value)
  return values.length === 0 ? null : values
}

/** Whether the values of a field stand in the order of its options: drafts come before what was sent. */
export const hasOptionOrder = (field: FieldInfo): boolean => orderedOptions(field) !== null

/**
 * A value with the place of its option before it (`0003sent`), so that the order of texts is the order of the options; the
 * value itself for fields without options. Options stand as literals: a statement that writes slots has no values of its own.
 */
export function withPlace(field: FieldInfo, value: Sql): Sql {
  const options = orderedOptions(field)
  if (options === null) return value
  const list = sql`array[${join(options.map(textLiteral), ', ')}]::text[]`
  const place = sql`coalesce(array_position(${list}, ${value}), ${raw(afterAll)})`
  return sql`((lpad(${place}::text, ${sqlPlaces}, '0') || ${value}) collate "C")`
}

/** The same of a value that is known: `placed(status, 'sent')` → `0003sent`. */
export function placed(field: FieldInfo, value: string): string {
  const options = orderedOptions(field)
  if (options === null) return value
  const at = options.indexOf(value)
  return (at === -1 ? afterAll : String(at + 1).padStart(places, '0')) + value
}

/** The value of a text that `withPlace` made. */
export const withoutPlace = (field: FieldInfo, text: Sql): Sql =>
  hasOptionOrder(field) ? sql`substr(${text}, ${sqlPlaces} + 1)` : text
