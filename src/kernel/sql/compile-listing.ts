import type { ResolvedExpand, ResolvedQuery, ResolvedSort } from '../query/resolved-query.ts'
import { compileCondition } from './compile-condition.ts'
import { readField, readReference, readReferences, sqlKindOf } from './field-types.ts'
import { compileAfter, orderBy, type SortKey } from './keyset.ts'
import { Level, ownRows, table, type StatementContext } from './level.ts'
import { rowJson } from './row-json.ts'
import { empty, identifier, join, nameLiteral, sql, type Sql } from './sql.ts'

type Rows = ResolvedQuery | ResolvedExpand

/** The rows of a question: `select row, cursor`. */
export function compileListing(query: ResolvedQuery, context: StatementContext): Sql {
  const page = compilePage(query, context, query.size + 1, empty, query.after)
  const { row, from } = compileRow(query, context, page.rows)
  const cursor = join(
    page.keys.map(({ value }) => sql`(${value})::text`),
    ', ',
  )
  return sql`select ${row} as row, jsonb_build_array(${cursor}) as cursor from ${from} order by ${orderBy(page.keys)}`
}

interface Page {
  rows: { alias: Sql; text: Sql }
  keys: SortKey[]
}

/** The page alone, before anything is looked up for its rows: sorting and the limit come first, JSON and relations after. */
function compilePage(
  query: Rows,
  context: StatementContext,
  limit: number,
  link: Sql,
  after: readonly (string | null)[] | null,
  inner: Level = new Level(context, context.alias(), compileCondition),
): Page {
  const { alias } = inner
  const keys = query.sort.map(({ path, dir }) => ({
    value: inner.read(path),
    dir,
    kind: sqlKindOf(path.field),
  }))
  const where = compileCondition(query.where, inner)
  const next = after ? sql` and ${compileAfter(keys, after)}` : empty
  const named = join(
    keys.map(({ value }, index) => sql`${value} as ${keyName(index)}`),
    ', ',
  )
  const conditions = sql`${ownRows(context, alias, query.model)}${link} and ${where}${next}`
  const text = sql`select ${alias}.*, ${named} from ${table(query.model)} ${alias} ${inner.joined()} where ${conditions} order by ${orderBy(keys)} limit ${limit}::int`
  const outer = context.alias()
  const outerKeys = query.sort.map(({ dir, path }: ResolvedSort, index) => ({
    value: sql`${outer}.${keyName(index)}`,
    dir,
    kind: sqlKindOf(path.field),
  }))
  return { rows: { alias: outer, text }, keys: outerKeys }
}

const keyName = (index: number): Sql => identifier(`k${index}`)

/** The JSON of a page's rows and what it is read from. */
function compileRow(
  query: Rows,
  context: StatementContext,
  rows: { alias: Sql; text: Sql },
): { row: Sql; from: Sql } {
  const level = new Level(context, rows.alias, compileCondition)
  const expands = query.expand.map((expand) => ({ expand, alias: context.alias() }))
  const row = rowJson(
    level,
    query,
    expands.map(({ expand, alias }) => ({
      name: nameLiteral(expand.as),
      as: expand.as,
      value: sql`${alias}.row`,
    })),
  )
  const lookups = expands.map(({ expand, alias }) => {
    const looked = compileExpand(expand, context, rows.alias)
    return sql`left join lateral (${looked}) ${alias} on true`
  })
  return { row, from: sql`(${rows.text}) ${rows.alias} ${level.joined()} ${join(lookups, ' ')}` }
}

/** The records of one relation of one row: one JSON object or null, or a JSON list. */
function compileExpand(expand: ResolvedExpand, context: StatementContext, parent: Sql): Sql {
  const inner = new Level(context, context.alias(), compileCondition)
  const link = sql` and ${compileLink(expand, inner.alias, parent)}`
  const page = compilePage(expand, context, expand.size, link, null, inner)
  const { row, from } = compileRow(expand, context, page.rows)
  if (expand.link.kind === 'one') return sql`select ${row} as row from ${from} limit 1`
  return sql`select coalesce(jsonb_agg(${row} order by ${orderBy(page.keys)}), '[]'::jsonb) as row from ${from}`
}

function compileLink({ link }: ResolvedExpand, alias: Sql, parent: Sql): Sql {
  const { field } = link
  if (link.kind === 'one') return sql`${alias}.id = ${readReference(parent, field)}`
  if (link.kind === 'many') return sql`${alias}.id = any(${readReferences(parent, field)})`
  if (field.kind === 'list') return sql`jsonb_exists(${readField(alias, field)}, ${parent}.id::text)`
  return field.sql.in === 'column'
    ? sql`${readField(alias, field)} = ${parent}.id`
    : sql`${readField(alias, field)} = ${parent}.id::text`
}
