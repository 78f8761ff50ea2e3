import { must } from '#base/assert.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import type { FormulaFunction } from '#expressions/formulas/function-types.ts'
import type { FormulaKind } from '#expressions/formulas/value-type.ts'
import { as, commonKind, type TypedSql } from './formula-inputs.ts'
import { join, sql, type Sql } from './sql.ts'

/** Writes one call: its values in SQL, and as they were written (for places that are plain numbers or texts). */
type Write = (args: readonly TypedSql[], written: readonly ExpressionTree[]) => TypedSql

const typed =
  (kind: FormulaKind) =>
  (piece: Sql): TypedSql => ({ sql: piece, kind })
const number = typed('number')
const text = typed('text')
const boolean = typed('boolean')

const value = (args: readonly TypedSql[], index: number, kind: FormulaKind): Sql => {
  const arg = args[index]
  return arg ? as(arg, kind) : as({ sql: sql`null`, kind: 'empty' }, kind)
}
const textOr = (args: readonly TypedSql[], index: number): Sql =>
  sql`coalesce(${value(args, index, 'text')}, '')`

const places = (written: readonly ExpressionTree[], index: number): number => {
  const part = written[index]
  return part?.op === 'number' ? Number(part.value) : 0
}
const literal = (text: string): Sql => ({ parts: [text] })
const wholeNumber = (count: number): Sql => literal(String(count))

const all = (args: readonly TypedSql[]): Sql[] => args.map((arg) => as(arg, 'number'))
const total = (args: readonly TypedSql[]): Sql =>
  sql`(${args.length === 0 ? sql`0` : plus(all(args).map((piece) => sql`coalesce(${piece}, 0)`))})`
const plus = (pieces: readonly Sql[]): Sql => pieces.reduce((sum, piece) => sql`${sum} + ${piece}`)

/** Rounds to places towards one side. */
const directed =
  (fn: 'floor' | 'ceil'): Write =>
  (args, written) => {
    const count = places(written, 1)
    const piece = value(args, 0, 'number')
    const [up, down] = [
      literal(`1${'0'.repeat(count)}`),
      literal(count === 0 ? '1' : `0.${'0'.repeat(count - 1)}1`),
    ]
    return number(sql`app.calc_num(${literal(fn)}(${piece} * ${up}) * ${down})`)
  }

const part =
  (name: 'year' | 'month' | 'day' | 'isodow'): Write =>
  (args) =>
    number(sql`extract(${literal(name)} from app.calc_day(${value(args, 0, 'text')}))`)

const extreme =
  (fn: 'least' | 'greatest'): Write =>
  (args) =>
    number(sql`${literal(fn)}(${join(all(args), ', ')})`)

const toNumber: Write = ([arg]) => {
  if (!arg || arg.kind === 'number' || arg.kind === 'empty') return number(value([arg ?? none], 0, 'number'))
  return number(sql`app.calc_text_number(${as(arg, 'text')})`)
}
const none: TypedSql = { sql: sql`null`, kind: 'empty' }

/** A value as text, as `text()` writes it. */
export const toText: Write = ([arg = none]) => {
  switch (arg.kind) {
    case 'number':
      return text(sql`coalesce(trim_scale(${arg.sql})::text, '')`)
    case 'boolean':
      return text(sql`case ${arg.sql} when true then 'true' when false then 'false' else '' end`)
    default:
      return text(sql`coalesce(${as(arg, 'text')}, '')`)
  }
}

const tokens: Readonly<Record<string, readonly [from: number, length: number]>> = {
  YYYY: [1, 4],
  yyyy: [1, 4],
  YY: [3, 2],
  yy: [3, 2],
  MM: [6, 2],
  DD: [9, 2],
  dd: [9, 2],
  HH: [12, 2],
  mm: [15, 2],
}

const format: Write = (args, written) => {
  const pattern = written[1]
  const form = pattern?.op === 'value' && typeof pattern.value === 'string' ? pattern.value : ''
  const moment = value(args, 0, 'text')
  const pieces = form.split(/(YYYY|yyyy|YY|yy|MM|DD|dd|HH|mm)/).map((piece) => {
    const token = Object.hasOwn(tokens, piece) ? tokens[piece] : undefined
    if (!token) return sql`${piece}::text`
    const [from, length] = token
    // A day has no time of day: midnight.
    return sql`coalesce(nullif(substr(${moment}, ${wholeNumber(from)}, ${wholeNumber(length)}), ''), '00')`
  })
  return text(sql`case when app.calc_day(${moment}) is null then '' else ${join(pieces, ' || ')} end`)
}

/** The SQL of every function a formula may call; one without it does not compile. */
const functions: Record<FormulaFunction, Write> = {
  round: (args, written) =>
    number(sql`app.calc_num(round(${value(args, 0, 'number')}, ${wholeNumber(places(written, 1))}))`),
  floor: directed('floor'),
  ceil: directed('ceil'),
  abs: (args) => number(sql`abs(${value(args, 0, 'number')})`),
  sqrt: (args) => number(sql`app.calc_sqrt(${value(args, 0, 'number')})`),
  pow: (args) => number(sql`app.calc_pow(${value(args, 0, 'number')}, ${value(args, 1, 'number')})`),
  int: (args) => number(sql`trunc(${value(args, 0, 'number')})`),
  number: toNumber,
  double: toNumber,
  min: extreme('least'),
  max: extreme('greatest'),
  sum: (args) => number(sql`app.calc_num(${total(args)})`),
  avg: (args) =>
    number(
      sql`app.calc_div(${total(args)}, ${plus(all(args).map((piece) => sql`(${piece} is not null)::integer::numeric`))})`,
    ),
  coalesce: (args) => {
    const kind = commonKind(args)
    return {
      sql: sql`coalesce(${join(
        args.map((arg) => as(arg, kind)),
        ', ',
      )})`,
      kind,
    }
  },
  trim: (args) => text(sql`app.calc_trim(${value(args, 0, 'text')})`),
  startsWith: (args) =>
    boolean(sql`coalesce(starts_with(${value(args, 0, 'text')}, ${textOr(args, 1)}), false)`),
  endsWith: (args) =>
    boolean(
      sql`coalesce(right(${value(args, 0, 'text')}, length(${textOr(args, 1)})) = ${textOr(args, 1)}, false)`,
    ),
  contains: (args) =>
    args[0]?.kind === 'list'
      ? boolean(sql`coalesce(${value(args, 0, 'list')} ? ${value(args, 1, 'text')}, false)`)
      : boolean(sql`coalesce(strpos(${value(args, 0, 'text')}, ${textOr(args, 1)}) > 0, false)`),
  replace: (args) =>
    text(sql`app.calc_text(replace(${textOr(args, 0)}, ${textOr(args, 1)}, ${textOr(args, 2)}))`),
  substring: (args) => {
    const end = args.length > 2 ? value(args, 2, 'number') : sql`1000000`
    return text(sql`app.calc_part(${value(args, 0, 'text')}, ${value(args, 1, 'number')}, ${end})`)
  },
  text: toText,
  string: toText,
  fixed: (args, written) =>
    text(sql`round(${value(args, 0, 'number')}, ${wholeNumber(places(written, 1))})::text`),
  join: (args) =>
    text(
      sql`app.calc_text(coalesce((select string_agg(item, ${textOr(args, 1)} order by place) from jsonb_array_elements_text(${value(args, 0, 'list')}) with ordinality as list (item, place)), ''))`,
    ),
  size: ([arg = none]) =>
    arg.kind === 'list'
      ? number(sql`coalesce(jsonb_array_length(${as(arg, 'list')}), 0)::numeric`)
      : number(sql`coalesce(length(${as(arg, 'text')}), 0)::numeric`),
  year: part('year'),
  month: part('month'),
  day: part('day'),
  weekday: part('isodow'),
  daysBetween: (args) =>
    number(sql`(app.calc_day(${value(args, 1, 'text')}) - app.calc_day(${value(args, 0, 'text')}))::numeric`),
  hoursBetween: (args) => number(sql`app.calc_hours(${value(args, 0, 'text')}, ${value(args, 1, 'text')})`),
  dateAdd: (args, written) => {
    const unit = written[2]
    const name = unit?.op === 'value' && typeof unit.value === 'string' ? unit.value.replace(/s$/, '') : 'day'
    const kind = args[0]?.kind === 'datetime' ? 'datetime' : 'date'
    return {
      sql: sql`app.calc_add(${value(args, 0, 'text')}, ${value(args, 1, 'number')}, ${name}::text)`,
      kind,
    }
  },
  format,
}

/** One call in SQL. */
export const compileCall = (
  fn: string,
  args: readonly TypedSql[],
  written: readonly ExpressionTree[],
): TypedSql =>
  must(functions[fn as FormulaFunction], 'a checked formula calls known functions')(args, written)
