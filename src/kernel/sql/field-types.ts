import type { FieldType } from '#contracts/field-types.ts'
import {
  isMixedMoney,
  type ColumnType,
  type FieldInfo,
  type FieldSlot,
  type SlotKind,
} from '../models/field-info.ts'
import { keptCharacters } from './slot-keys.ts'
import { withPlace } from './option-order.ts'
import { identifier, keyLiteral, sql, type Sql } from './sql.ts'

/** How a field's value is compared in SQL. `key` is text in code point order, `uuid` and `timestamptz` are columns only. */
export type SqlKind = 'key' | 'numeric' | 'boolean' | 'timestamptz' | 'uuid' | 'jsonb'

interface SqlFieldType {
  kind: SqlKind
  /** The value kept under a key of `attributes`: null when absent or of another shape; it never raises an error. */
  read(attributes: Sql, key: Sql): Sql
  /** Which kind of slot keeps the value in typed, indexed form; without one it is read from the map only. */
  slot?: SlotKind
  /** The value as it travels, where that is not what it is compared by. */
  json?(attributes: Sql, key: Sql): Sql
}

// A `case` guards every cast: what is stored may be older than the field's type. The shapes are the cheapest that keep a
// cast from failing (a pattern with bounded repeats costs twice as much).
const decimalShape = "'^-?[0-9]+(\\.[0-9]+)?$'"
const dateShape = "'____-__-__'"
const datetimeShape = "'____-__-__T__:__:__.___Z'"
const uuidShape = "'________-____-____-____-____________'"
const uuidParts = "'^([0-9a-f]+-){4}[0-9a-f]+$'"
const raw = (text: string): Sql => ({ parts: [text] })

const text = {
  kind: 'key',
  slot: 'text',
  read: (map, key) => sql`(${map}->>${key}) collate "C"`,
} as const satisfies SqlFieldType
// Nobody filters by the whole of a long text: it leaves the slots to others.
const longText: SqlFieldType = { kind: text.kind, read: text.read }

const shaped = (shape: string): SqlFieldType => ({
  kind: 'key',
  slot: 'text',
  read: (map, key) =>
    sql`(case when (${map}->>${key}) collate "C" like ${raw(shape)} then ${map}->>${key} end) collate "C"`,
})

// Numbers are JSON numbers and decimals are texts; both read both, so that a field can change between the two.
const numeric: SqlFieldType = {
  kind: 'numeric',
  slot: 'number',
  read: (map, key) =>
    sql`case jsonb_typeof(${map}->${key}) when 'number' then (${map}->${key})::numeric when 'string' then case when ${map}->>${key} ~ ${raw(decimalShape)} and length(${map}->>${key}) <= 50 then (${map}->>${key})::numeric end end`,
}

const boolean: SqlFieldType = {
  kind: 'boolean',
  slot: 'text',
  read: (map, key) =>
    sql`case ${map}->${key} when 'true'::jsonb then true when 'false'::jsonb then false end`,
}

const list: SqlFieldType = {
  kind: 'jsonb',
  read: (map, key) => sql`case jsonb_typeof(${map}->${key}) when 'array' then ${map}->${key} end`,
}

const json: SqlFieldType = { kind: 'jsonb', read: (map, key) => sql`nullif(${map}->${key}, 'null'::jsonb)` }

const structure = (map: Sql, key: Sql): Sql =>
  sql`case jsonb_typeof(${map}->${key}) when 'object' then ${map}->${key} end`

// An address is asked about in one line, as `addressLine` writes it.
const address: SqlFieldType = {
  kind: 'key',
  read: (map, key) => {
    const part = (name: string): Sql => sql`nullif(${map}->${key}->>${raw(`'${name}'`)}, '')`
    const town = sql`nullif(concat_ws(' ', ${part('postal_code')}, ${part('city')}), '')`
    const line = sql`concat_ws(', ', ${part('street')}, ${part('extra')}, ${town}, ${part('region')}, ${part('country')})`
    return sql`(case jsonb_typeof(${map}->${key}) when 'object' then ${line} end) collate "C"`
  },
  json: structure,
}

// An amount with its currency is compared by its amount. What was kept before the field took several has no currency.
const mixedMoney: SqlFieldType = {
  kind: 'numeric',
  read: (map, key) =>
    sql`coalesce(${numeric.read(sql`(${map}->${key})`, sql`'amount'`)}, ${numeric.read(map, key)})`,
  json: (map, key) => sql`nullif(${map}->${key}, 'null'::jsonb)`,
}

/** The SQL half of every field type; a type without one does not compile. */
const sqlFieldTypes = {
  text,
  long_text: longText,
  markdown: longText,
  email: text,
  phone: text,
  url: text,
  number: numeric,
  integer: numeric,
  decimal: numeric,
  percent: numeric,
  money: numeric,
  duration: numeric,
  rating: numeric,
  boolean,
  date: shaped(dateShape),
  datetime: shaped(datetimeShape),
  select: text,
  multi_select: list,
  status: text,
  colour: text,
  icon: text,
  sequence: text,
  address,
  geo_point: json,
  relation: text,
  user: text,
  file: json,
  image: json,
  signature: json,
  json,
} as const satisfies Record<FieldType, SqlFieldType>

const columnKinds: Record<ColumnType, SqlKind> = {
  text: 'key',
  uuid: 'uuid',
  integer: 'numeric',
  boolean: 'boolean',
  timestamptz: 'timestamptz',
  jsonb: 'jsonb',
}

const typeOf = (field: FieldInfo): SqlFieldType =>
  field.kind === 'list' ? list : isMixedMoney(field.field) ? mixedMoney : sqlFieldTypes[field.type]

/** How this field's value is compared. */
export const sqlKindOf = (field: FieldInfo): SqlKind =>
  field.sql.in === 'column' ? columnKinds[field.sql.type] : typeOf(field).kind

/** A field's value in the row named `alias`, typed; the only place that knows where values are kept. */
export function readField(alias: Sql, field: FieldInfo): Sql {
  if (field.sql.in === 'attributes') {
    const { slot } = field.sql
    // The same number without looking into the map.
    if (slot?.ready && slot.kind === 'number') return columnOf(alias, slot.name)
    return readMap(sql`${alias}.attributes`, field)
  }
  const column = columnOf(alias, field.sql.column)
  if (field.sql.type === 'text') return sql`(${column} collate "C")`
  return field.sql.type === 'integer' ? sql`${column}::numeric` : column
}

/** The value of a field that is kept in a map, which may be of no row yet. */
export const readMap = (map: Sql, field: FieldInfo): Sql => typeOf(field).read(map, keyLiteral(field.key))

/** The same to be compared for equality only: without a collation, so that an index on a text column (`token`) serves. */
export const readForEquality = (alias: Sql, field: FieldInfo): Sql =>
  field.sql.in === 'column' && field.sql.type === 'text'
    ? columnOf(alias, field.sql.column)
    : readField(alias, field)

/** What an order looks at: of a text its beginning, of an option its place among the others. */
export function readForOrder(alias: Sql, field: FieldInfo): Sql {
  const value = withPlace(field, readField(alias, field))
  const isText = field.sql.in === 'attributes' && typeOf(field).read === text.read
  return isText ? sql`left(${value}, ${sqlKeptCharacters})` : value
}

/** How much of a text is kept in a slot and counts for its order, as a literal. */
export const sqlKeptCharacters = raw(String(keptCharacters))

/** The items of a list as one text. */
export const itemsAsText = (list: Sql): Sql =>
  sql`(select string_agg(item, ' ') from jsonb_array_elements_text(coalesce(${list}, '[]'::jsonb)) as item)`

/** The kind of slot that can keep this field's values, or null. */
export const slotKindOf = (field: FieldInfo): SlotKind | null =>
  field.sql.in === 'attributes' ? (typeOf(field).slot ?? null) : null

/** The slot that this field's values may be read from, or null. */
export const readySlot = (field: FieldInfo): FieldSlot | null =>
  field.sql.in === 'attributes' && field.sql.slot?.ready ? field.sql.slot : null

const columnOf = (alias: Sql, column: string): Sql => sql`${alias}.${identifier(column)}`

/**
 * A text as a uuid, null when it is none. Where the dashes are is looked at first: a pattern that counts the digits itself
 * takes three times as long, and a page asks it of every record that it looks up.
 */
export const asUuid = (text: Sql): Sql =>
  sql`(case when ${text} like ${raw(uuidShape)} and ${text} ~ ${raw(uuidParts)} then ${text}::uuid end)`

/** A value of a to-one relation as a uuid, null when it is none. */
export function readReference(alias: Sql, field: FieldInfo): Sql {
  if (field.sql.in === 'column') return readField(alias, field)
  return asUuid(sql`(${alias}.attributes->>${keyLiteral(field.key)})`)
}

/** The uuids of a relation to many, as an array; anything else in the list is passed over. */
export function readReferences(alias: Sql, field: FieldInfo): Sql {
  const items = sql`jsonb_array_elements_text(coalesce(${readField(alias, field)}, '[]'::jsonb))`
  return sql`array(select ${asUuid(sql`item`)} from ${items} as item)`
}

/** A bound value of the type a kind is compared with. */
export function boundValue(kind: SqlKind, value: unknown): Sql {
  switch (kind) {
    case 'numeric':
      return sql`${value}::numeric`
    case 'boolean':
      return sql`${value}::boolean`
    case 'timestamptz':
      return sql`${value}::timestamptz`
    case 'uuid':
      return sql`${value}::uuid`
    default:
      return sql`${value}::text`
  }
}

/** A bound list of the type a kind is compared with. */
export function boundList(kind: SqlKind, values: readonly unknown[]): Sql {
  switch (kind) {
    case 'numeric':
      return sql`${values}::numeric[]`
    case 'boolean':
      return sql`${values}::boolean[]`
    case 'timestamptz':
      return sql`${values}::timestamptz[]`
    case 'uuid':
      return sql`${values}::uuid[]`
    default:
      return sql`${values}::text[]`
  }
}

/** A field's value in the row named `alias` as it travels in JSON. */
export function readJson(alias: Sql, field: FieldInfo): Sql {
  const { json } = field.sql.in === 'attributes' ? typeOf(field) : {}
  return json
    ? json(sql`${alias}.attributes`, keyLiteral(field.key))
    : jsonValue(field, readField(alias, field))
}

/** The currency of a value of a field that takes several. */
export const readCurrency = (alias: Sql, field: FieldInfo): Sql =>
  sql`(${alias}.attributes->${keyLiteral(field.key)}->>'currency')`

/** A read value as it travels in JSON: decimals as text. A moment becomes ISO 8601 with its zone by itself. */
export const jsonValue = (field: FieldInfo, value: Sql): Sql =>
  field.kind === 'decimal' ? sql`(${value})::text` : value
