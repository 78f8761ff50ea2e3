import type { ResolvedAggregate, ResolvedQuery } from '../query/resolved-query.ts'
import { compileCondition } from './compile-condition.ts'
import { jsonValue, sqlKindOf, type SqlKind } from './field-types.ts'
import { compileAfter, nullableKey, offset, orderBy } from './keyset.ts'
import { Level, ownRows, StatementContext } from './level.ts'
import { empty, identifier, join, nameLiteral, sql, toStatement, type Sql, type Statement } from './sql.ts'

const groupName = (index: number): Sql => identifier(`g${index}`)
const totalName = (index: number): Sql => identifier(`a${index}`)

/** One row for every group: its fields and its totals. */
export function compileGroups(query: ResolvedQuery, context: StatementContext): Sql {
  const alias = context.alias()
  const keys = query.groupSort.map(({ of, index, dir }) =>
    nullableKey(
      sql`${alias}.${of === 'group' ? groupName(index) : totalName(index)}`,
      dir,
      of === 'group' ? groupKind(query, index) : totalKind(query.aggregates[index]),
    ),
  )
  const pairs = [
    ...query.group.map((path, index) => {
      const value = sql`${alias}.${groupName(index)}`
      return sql`${nameLiteral(path.text)}, ${jsonValue(path.field, trimmed(path.field.kind, value))}`
    }),
    ...totalPairs(query.aggregates, (index) => sql`${alias}.${totalName(index)}`),
  ]
  const cursor = join(
    keys.map(({ value }) => sql`(${value})::text`),
    ', ',
  )
  const after = query.after ? sql` where ${compileAfter(keys, query.after)}` : empty
  return sql`select jsonb_build_object(${join(pairs, ', ')}) as row, jsonb_build_array(${cursor}) as cursor from (${groupRows(query, context)}) ${alias}${after} order by ${orderBy(keys)} limit ${query.size + 1}::int${offset(query.skip)}`
}

/** The groups and their typed totals, without order or limit. */
export function groupRows(query: ResolvedQuery, context: StatementContext): Sql {
  const level = new Level(context, context.alias(), compileCondition)
  const groups = query.group.map((path, index) => sql`${level.readForGroup(path)} as ${groupName(index)}`)
  const totals = query.aggregates.map(
    (aggregate, index) => sql`${total(aggregate, level)} as ${totalName(index)}`,
  )
  const by = join(
    query.group.map((_path, index) => groupName(index)),
    ', ',
  )
  return sql`select ${join([...groups, ...totals], ', ')} from ${filtered(query, level)} group by ${by}`
}

/** The totals of the whole question as `{row}`, or null when it asks for none. */
export function compileAggregates(query: ResolvedQuery): Statement | null {
  if (query.group.length > 0 || query.aggregates.length === 0) return null
  const context = new StatementContext(query)
  const level = new Level(context, context.alias(), compileCondition)
  const alias = context.alias()
  const totals = query.aggregates.map(
    (aggregate, index) => sql`${total(aggregate, level)} as ${totalName(index)}`,
  )
  const pairs = totalPairs(query.aggregates, (index) => sql`${alias}.${totalName(index)}`)
  return toStatement(
    sql`select jsonb_build_object(${join(pairs, ', ')}) as row from (select ${join(totals, ', ')} from ${filtered(query, level)}) ${alias}`,
  )
}

/** `from` and `where` of the question's rows. Everything else must have been read before: joins are gathered here. */
export function filtered(query: ResolvedQuery, level: Level): Sql {
  const where = compileCondition(query.where, level)
  return sql`${level.context.table(query.model)} ${level.alias} ${level.joined()} where ${ownRows(level.context, level.alias, query.model)} and ${where}`
}

function total({ fn, path }: ResolvedAggregate, level: Level): Sql {
  if (path === null) return sql`count(*)::numeric`
  const value = level.readForGroup(path)
  switch (fn) {
    case 'count':
      return sql`count(${value})::numeric`
    case 'count_distinct':
      return sql`count(distinct ${value})::numeric`
    case 'avg':
      return sql`round(avg(${value}), 12)`
    case 'sum':
      return sql`sum(${value})`
    case 'min':
      return sql`min(${value})`
    default:
      return sql`max(${value})`
  }
}

function totalPairs(aggregates: readonly ResolvedAggregate[], value: (index: number) => Sql): Sql[] {
  return aggregates.map(({ fn, path, as }, index) => {
    const name = nameLiteral(as)
    if (path === null || fn === 'count' || fn === 'count_distinct') return sql`${name}, ${value(index)}`
    return sql`${name}, ${jsonValue(path.field, trimmed(path.field.kind, value(index)))}`
  })
}

// 1.50 and 1.5 are one group and one number: sums and groups are written without trailing zeros.
const trimmed = (kind: string, value: Sql): Sql =>
  kind === 'decimal' || kind === 'number' ? sql`trim_scale(${value})` : value

const groupKind = (query: ResolvedQuery, index: number): SqlKind => {
  const path = query.group[index]
  return path ? sqlKindOf(path.field) : 'key'
}

const totalKind = (aggregate: ResolvedAggregate | undefined): SqlKind => {
  if (!aggregate?.path || aggregate.fn === 'count' || aggregate.fn === 'count_distinct') return 'numeric'
  return sqlKindOf(aggregate.path.field)
}
