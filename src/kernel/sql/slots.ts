import { createHash } from 'node:crypto'
import { fieldTypeNames } from '#contracts/field-types.ts'
import { attributeField, type FieldInfo, type FieldSlot } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import { itemsAsText, readMap, slotKindOf } from './field-types.ts'
import { withPlace } from './option-order.ts'
import { identifier, join, sql, toStatement, type Sql } from './sql.ts'

/** The names a workspace can give out, by kind; see migration 0010. */
export const slotNames = {
  text: Array.from({ length: 24 }, (_, index) => `t${String(index + 1).padStart(2, '0')}`),
  number: Array.from({ length: 16 }, (_, index) => `n${String(index + 1).padStart(2, '0')}`),
} as const

/** The indexed, comparable column of a slot: itself, or the key beside a number. */
export const keyColumn = (alias: Sql, { name, kind }: FieldSlot): Sql =>
  sql`${alias}.${identifier(kind === 'text' ? name : name.replace('n', 'k'))}`

/** What stands for "no value" in the key column; a literal, so that the planner knows how many there are. */
export const emptyLiteral = ({ kind }: FieldSlot): Sql => (kind === 'text' ? sql`U&'\\+10FFFF'` : sql`'~'`)

/** A column of `app.objects` and what belongs into it. */
export interface SlotValue {
  column: string
  value: Sql
}

/**
 * What the slots of a model hold for a free map: the one place that says it. Every statement that writes `attributes`
 * writes these beside it, those of slots that are still being filled too. `names`: of these slots only.
 */
export function slotValues(model: ModelInfo, map: Sql, names?: readonly string[]): SlotValue[] {
  const wanted = (name: string): boolean => names?.includes(name) ?? true
  const values = [...model.fields.values()].flatMap((field) => {
    const slot = field.sql.in === 'attributes' ? field.sql.slot : undefined
    return slot && wanted(slot.name) ? valuesOf(field, slot, map) : []
  })
  if (model.search && wanted(searchSlot))
    values.push({ column: 'search', value: searchText(model.fields.values(), map) })
  return values
}

/** What a search looks through first: the values of all searchable fields in lower case, one a line. */
function searchText(fields: Iterable<FieldInfo>, map: Sql): Sql {
  const lines = [...fields]
    .filter(({ searchable, sql: place }) => searchable && place.in === 'attributes')
    .map((field) => {
      const value = readMap(map, field)
      return sql`coalesce((${field.kind === 'list' ? itemsAsText(value) : value})::text, '')`
    })
  if (lines.length === 0) return sql`''`
  return sql`lower(concat_ws(E'\\n', ${join(lines, ', ')}) collate "und-x-icu")`
}

/** Tells two ways of gathering what is searched apart, as `readingOf` does. */
export const searchReading = (fields: Iterable<FieldInfo>): string =>
  fingerprint(toStatement(searchText(fields, sql`map`)).text)

function valuesOf(field: FieldInfo, { name, kind }: Pick<FieldSlot, 'name' | 'kind'>, map: Sql): SlotValue[] {
  const value = readMap(map, field)
  if (kind === 'text')
    return [{ column: name, value: sql`app.slot_text((${withPlace(field, value)})::text)` }]
  return [
    { column: name, value },
    { column: name.replace('n', 'k'), value: sql`app.slot_number(${value})` },
  ]
}

/** The columns of a slot, the indexed one first: a number has two. */
export const columnsOf = (name: string): string[] =>
  name.startsWith('n') ? [name.replace('n', 'k'), name] : [name]

/** The name of what is searched, beside the slots of single fields. */
export const searchSlot = 's01'

/** Stands for the way of every field type: another one means another version of the product. */
export const allReadings = (): string =>
  fieldTypeNames
    .map((type) => attributeField({ key: 'key', label: '', type, options: ['option'] }))
    .map((field) => [field, slotKindOf(field)] as const)
    .map(([field, kind]) => (kind === null ? '' : readingOf(field, kind)))
    .join(' ')

const fingerprints = new Map<string, string>()

/** Tells two ways of taking a value from the map apart: another type, or another version of the product. */
export function readingOf(field: FieldInfo, kind: FieldSlot['kind']): string {
  const named = { ...field, key: 'key' }
  const text = valuesOf(named, { name: slotNames[kind][0] ?? '', kind }, sql`map`)
    .map(({ value }) => toStatement(value).text)
    .join()
  return fingerprint(text)
}

function fingerprint(text: string): string {
  let known = fingerprints.get(text)
  if (known === undefined) {
    known = createHash('sha256').update(text).digest('hex').slice(0, 16)
    fingerprints.set(text, known)
  }
  return known
}
