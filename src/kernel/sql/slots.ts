import { createHash } from 'node:crypto'
import { fieldTypeNames } from '#contracts/field-types.ts'
import { attributeField, type FieldInfo, type FieldSlot } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import { readMap, slotKindOf } from './field-types.ts'
import { identifier, sql, toStatement, type Sql } from './sql.ts'

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
 * writes these beside it, those of slots that are still being filled too.
 */
export const slotValues = (model: ModelInfo, map: Sql): SlotValue[] =>
  [...model.fields.values()].flatMap((field) =>
    field.sql.in === 'attributes' && field.sql.slot ? valuesOf(field, field.sql.slot, map) : [],
  )

function valuesOf(field: FieldInfo, { name, kind }: Pick<FieldSlot, 'name' | 'kind'>, map: Sql): SlotValue[] {
  const value = readMap(map, field)
  if (kind === 'text') return [{ column: name, value: sql`app.slot_text((${value})::text)` }]
  return [
    { column: name, value },
    { column: name.replace('n', 'k'), value: sql`app.slot_number(${value})` },
  ]
}

/** The columns of a slot, the indexed one first: a number has two. */
export const columnsOf = (name: string): string[] =>
  name.startsWith('n') ? [name.replace('n', 'k'), name] : [name]

/** Stands for the way of every field type: another one means another version of the product. */
export const allReadings = (): string =>
  fieldTypeNames
    .map((type) => attributeField({ key: 'key', label: '', type }))
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
  let known = fingerprints.get(text)
  if (known === undefined) {
    known = createHash('sha256').update(text).digest('hex').slice(0, 16)
    fingerprints.set(text, known)
  }
  return known
}
