import { assert } from '#base/assert.ts'
import type { FormulaKind } from '#expressions/formulas/value-type.ts'
import { sql, type Sql } from './sql.ts'

/** A typed piece of a formula in SQL: numeric, text in code point order (days and moments too), boolean, or jsonb. */
export interface TypedSql {
  sql: Sql
  kind: FormulaKind
}

/** A stored value as jsonb and as text. */
export interface StoredJson {
  json: Sql
  text: Sql
}

/** The value under a key of a free map. */
export const inMap = (map: Sql, key: Sql): StoredJson => ({
  json: sql`(${map}->${key})`,
  text: sql`(${map}->>${key})`,
})

/** A part of the address under a key of a free map. */
export const inAddress = (map: Sql, key: Sql, part: Sql): StoredJson => inMap(sql`(${map}->${key})`, part)

/** What the system keeps of a record in a column, in the form of a stored value. */
export function inColumn(row: Sql, column: 'created_at' | 'created_by'): StoredJson {
  const text =
    column === 'created_by'
      ? sql`(${row}.created_by::text)`
      : sql`to_char(${row}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return { json: sql`to_jsonb(${text})`, text }
}

/**
 * A value of a free map as a formula reads it; of another shape it is nothing, exactly as `readInput` of
 * expressions/formulas/formula-value.ts reads it. Formulas read the map and no slot: a record that is about to be written
 * has no slots yet, and a formula needs the value itself.
 */
export function readInput({ json: value, text }: StoredJson, kind: FormulaKind): Sql {
  switch (kind) {
    case 'number':
      return sql`case jsonb_typeof(${value}) when 'number' then app.calc_num((${value})::numeric) when 'string' then case when ${text} ~ '^-?[0-9]+(\\.[0-9]+)?$' and length(${text}) <= 50 then app.calc_num((${text})::numeric) end end`
    case 'text':
      return sql`(case when jsonb_typeof(${value}) = 'string' then ${text} end) collate "C"`
    case 'boolean':
      return sql`case ${value} when 'true'::jsonb then true when 'false'::jsonb then false end`
    case 'date':
      return sql`(case when jsonb_typeof(${value}) = 'string' and ${text} like '____-__-__' then ${text} end) collate "C"`
    case 'datetime':
      return sql`(case when jsonb_typeof(${value}) = 'string' and ${text} like '____-__-__T__:__:__.___Z' then ${text} end) collate "C"`
    case 'list':
      return sql`case when jsonb_typeof(${value}) = 'array' then jsonb_path_query_array(${value}, '$[*] ? (@.type() == "string")') end`
    case 'empty':
      return sql`null`
  }
}

/** The kind several pieces share. */
export function commonKind(pieces: readonly TypedSql[]): FormulaKind {
  const kinds = pieces.map(({ kind }) => kind).filter((kind) => kind !== 'empty')
  const moment = kinds.find((kind) => kind === 'date' || kind === 'datetime')
  return moment ?? kinds[0] ?? 'empty'
}

const sqlTypes: Record<FormulaKind, Sql> = {
  number: sql`numeric`,
  text: sql`text`,
  boolean: sql`boolean`,
  date: sql`text`,
  datetime: sql`text`,
  list: sql`jsonb`,
  empty: sql`text`,
}

/** The piece as SQL of a kind: nothing becomes a null of its type, texts are in code point order. */
export function as({ sql: piece, kind }: TypedSql, wanted: FormulaKind): Sql {
  if (kind === 'empty') return sql`null::${sqlTypes[wanted]}`
  const asText = sqlTypes[wanted] === sqlTypes.text
  assert(asText || kind === wanted, 'a checked formula has matching kinds')
  return wanted === 'number' || wanted === 'boolean' || wanted === 'list'
    ? sql`(${piece})`
    : sql`((${piece}) collate "C")`
}
