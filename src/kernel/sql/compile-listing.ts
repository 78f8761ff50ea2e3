import { must } from '#base/assert.ts'
import type { Condition, ResolvedExpand, ResolvedQuery } from '../query/resolved-query.ts'
import { compileCondition } from './compile-condition.ts'
import { readField, readForOrder, readReference, readReferences } from './field-types.ts'
import { compileAfter, offset, orderBy, type SortKey } from './keyset.ts'
import { Level, ownRows, rowColumns, slotted, type Slotted, type StatementContext } from './level.ts'
import { rowJson } from './row-json.ts'
import { emptyLiteral } from './slots.ts'
import { pageOrder } from './sort-keys.ts'
import { empty, identifier, join, nameLiteral, sql, type Sql } from './sql.ts'

type Rows = ResolvedQuery | ResolvedExpand

/** The rows of a question: `select row, cursor`. */
export function compileListing(query: ResolvedQuery, context: StatementContext): Sql {
  const page = compilePage(query, context, query.size + 1, empty, query.after, query.skip)
  const { row, from } = compileRow(query, context, page.rows)
  const cursor = join(page.cursor, ', ')
  return sql`select ${row} as row, jsonb_build_array(${cursor}) as cursor from ${from} order by ${orderBy(page.keys)}`
}

interface Page {
  rows: { alias: Sql; text: Sql }
  /** The order of the rows among themselves. */
  keys: SortKey[]
  /** Their sort values as text, whatever they are sorted by: a page mark outlives a slot. */
  cursor: Sql[]
}

/** The page alone, before anything is looked up for its rows: sorting and the limit come first, JSON and relations after. */
function compilePage(
  query: Rows,
  context: StatementContext,
  limit: number,
  link: Sql,
  after: readonly (string | null)[] | null,
  skip: number,
  inner: Level = new Level(context, context.alias(), compileCondition),
): Page {
  const { alias } = inner
  const order = pageOrder(query.sort, inner)
  const { keys, leading } = order
  const named = keys.map(({ value }, index) => sql`${value} as ${keyName(index)}`)
  const columns = join([rowColumns(alias, query.model), ...named], ', ')
  const where = compileCondition(query.where, inner)
  const window = windowOf(query.where)
  const table = context.table(query.model)
  const own = sql`${ownRows(context, alias, query.model)}${link}`
  const part = (more: Sql, size: Sql): Sql => {
    const order = orderBy(keys)
    if (window === null)
      return sql`select ${columns} from ${table} ${alias} ${inner.joined()} where ${own} and ${where}${more} order by ${order} limit ${size}`
    const first = sql`select ${alias}.* from ${table} ${alias} where ${own}${more} order by ${order} limit ${window}::int`
    return sql`select ${columns} from (${first}) ${alias} ${inner.joined()} where ${where} order by ${order} limit ${size}`
  }
  const outer = context.alias()
  return {
    rows: {
      alias: outer,
      text: order.split ? inTwo() : part(next(keys, present(leading)), sql`${limit}::int${offset(skip)}`),
    },
    keys: outerKeys(outer),
    cursor: query.sort.map(({ path }, index) => {
      const value = inner.slot(path) ? readForOrder(outer, path.field) : sql`${outer}.${keyName(index)}`
      return sql`(${value})::text`
    }),
  }

  function next(rest: readonly SortKey[], and: Sql): Sql {
    return after ? sql`${and} and ${compileAfter(rest, after.slice(keys.length - rest.length))}` : and
  }

  // Falling, what is empty would come first: the filled rows are asked first and the empty ones for what is left.
  function inTwo(): Sql {
    const { slot, column } = must(leading)
    const none = emptyLiteral(slot)
    const isLast = after !== null && after[0] === null
    const last = sql` and ${column} = ${none}`
    const emptyOnes = (size: Sql): Sql => part(isLast ? next(keys.slice(1), last) : last, size)
    if (isLast) return emptyOnes(sql`${limit}::int${offset(skip)}`)
    const [filled, both] = [context.alias(), context.alias()]
    const left = sql`${limit + skip}::int - (select count(*) from ${filled})`
    const first = part(next(keys, sql` and ${column} < ${none}`), sql`${limit + skip}::int`)
    const passed = skip > 0 ? sql` order by ${orderBy(outerKeys(both))}${offset(skip)}` : empty
    return sql`with ${filled} as materialized (${first}) select ${both}.* from (select * from ${filled} union all (${emptyOnes(left)})) ${both}${passed}`
  }

  function outerKeys(of: Sql): SortKey[] {
    const sorted = keys.map((key, index) => ({ ...key, value: sql`${of}.${keyName(index)}` }))
    if (!order.split) return sorted
    const { slot } = must(leading)
    const [first, ...rest] = sorted
    const value = sql`nullif(${must(first).value}, ${emptyLiteral(slot)})`
    return [{ ...must(first), value, solid: false }, ...rest]
  }
}

/** How many records are looked through, or null for all. */
function windowOf(where: Condition): number | null {
  const parts = where.kind === 'all' ? where.of : [where]
  return parts.map((part) => (part.kind === 'search' && part.within) || null).find((n) => n !== null) ?? null
}

const present = (leading: Slotted | null): Sql => (leading ? sql` and ${leading.column} is not null` : empty)
const keyName = (index: number): Sql => identifier(`k${index}`)

/** The JSON of a page's rows and what it is read from. */
function compileRow(
  query: Rows,
  context: StatementContext,
  rows: { alias: Sql; text: Sql },
): { row: Sql; from: Sql } {
  const level = new Level(context, rows.alias, compileCondition, true)
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
  const page = compilePage(expand, context, expand.size, link, null, 0, inner)
  const { row, from } = compileRow(expand, context, page.rows)
  if (expand.link.kind === 'one') return sql`select ${row} as row from ${from} limit 1`
  return sql`select coalesce(json_agg(${row} order by ${orderBy(page.keys)}), '[]'::json) as row from ${from}`
}

function compileLink({ link }: ResolvedExpand, alias: Sql, parent: Sql): Sql {
  const { field } = link
  if (link.kind === 'one') return sql`${alias}.id = ${readReference(parent, field)}`
  if (link.kind === 'many') return sql`${alias}.id = any(${readReferences(parent, field)})`
  if (field.kind === 'list') return sql`jsonb_exists(${readField(alias, field)}, ${parent}.id::text)`
  if (field.sql.in === 'column') return sql`${readField(alias, field)} = ${parent}.id`
  return sql`${slotted(alias, field)?.column ?? readField(alias, field)} = ${parent}.id::text`
}
