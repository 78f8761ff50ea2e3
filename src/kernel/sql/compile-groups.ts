import type { FieldPath, ResolvedAggregate, ResolvedQuery } from '../query/resolved-query.ts'
import { compileCondition } from './compile-condition.ts'
import { jsonValue, sqlKindOf, type SqlKind } from './field-types.ts'
import { compileAfter, nullableKey, offset, orderBy } from './keyset.ts'
import { Level, ownRows, StatementContext } from './level.ts'
import { withPlace } from './option-order.ts'
import { shownOf } from './shown-words.ts'
import { empty, identifier, join, nameLiteral, sql, toStatement, type Sql, type Statement } from './sql.ts'

const groupName = (index: number): Sql => identifier(`g${index}`)
const totalName = (index: number): Sql => identifier(`a${index}`)

/** One row for every group: its fields and its totals. */
export function compileGroups(query: ResolvedQuery, context: StatementContext): Sql {
  const alias = context.alias()
  const keys = query.groupSort.map(({ of, index, dir }) => {
    if (of === 'aggregate') {
      const aggregate = query.aggregates[index]
      return nullableKey(totalKey(aggregate, alias, index), dir, totalKind(aggregate))
    }
    const value = sql`${alias}.${groupName(index)}`
    const order = of === 'kept' ? value : groupOrder(query.group[index], value)
    return nullableKey(order, dir, groupKind(query, index))
  })
  const pairs = [
    ...query.group.map((path, index) => {
      const value = sql`${alias}.${groupName(index)}`
      return sql`${nameLiteral(path.text)}, ${jsonValue(path.field, trimmed(path.field.kind, value))}`
    }),
    ...totalPairs(query.aggregates, (index) => sql`${alias}.${totalName(index)}`),
  ]
  const cursor = join(
    // Orders of several collations do not stand in one list as they are.
    keys.map(({ value }) => sql`(${value})::text collate "C"`),
    ', ',
  )
  const after = query.after ? sql` where ${compileAfter(keys, query.after)}` : empty
  return sql`select jsonb_build_object(${join(pairs, ', ')}) as row, jsonb_build_array(${cursor}) as cursor from (${groupRows(query, context)}) ${alias}${after} order by ${orderBy(keys)} limit ${query.size + 1}::int${offset(query.skip)}`
}

/**
 * The groups and their typed totals, without order or limit. Texts are grouped by their slots; a group whose slot keeps
 * only the beginning of its texts, which hardly ever is, is then grouped once more by what the map has.
 */
export function groupRows(query: ResolvedQuery, context: StatementContext): Sql {
  const level = new Level(context, context.alias(), compileCondition)
  const keys = query.group.map((path) => level.groupKey(path))
  if (keys.every((key) => key === null)) return grouped(query, level)
  const [all, one, exact] = [context.alias(), context.alias(), context.alias()]
  const rough = grouped(query, level, (path, index) => keys[index]?.column ?? level.readForGroup(path))
  const totals = query.aggregates.map((_aggregate, index) => totalName(index))
  const values = keys.map((key, index) => {
    const name = groupName(index)
    return key ? sql`${key.value(name)} as ${name}` : name
  })
  const cut = (alias: Sql): Sql =>
    join(
      keys.flatMap((key, index) => (key ? [sql`(${key.isCut(sql`${alias}.${groupName(index)}`)})`] : [])),
      ' or ',
    )
  const inner = new Level(context, context.alias(), compileCondition)
  const same = query.group.map((path, index) => {
    const key = inner.groupKey(path)
    const name = sql`${one}.${groupName(index)}`
    return key
      ? sql`${key.column} = ${name}`
      : sql`(${inner.readForGroup(path)}) is not distinct from ${name}`
  })
  const again = grouped(query, inner, undefined, sql` and ${join(same, ' and ')}`)
  return sql`with ${all} as materialized (${rough}) select ${join([...values, ...totals], ', ')} from ${all} where (${cut(all)}) is not true union all select ${exact}.* from ${all} ${one} cross join lateral (${again}) ${exact} where ${cut(one)}`
}

/** The question's rows grouped by these values; `more` narrows the rows. */
function grouped(
  query: ResolvedQuery,
  level: Level,
  by: (path: FieldPath, index: number) => Sql = (path) => level.readForGroup(path),
  more: Sql = empty,
): Sql {
  const groups = query.group.map((path, index) => sql`${by(path, index)} as ${groupName(index)}`)
  const totals = query.aggregates.map(
    (aggregate, index) => sql`${total(aggregate, level)} as ${totalName(index)}`,
  )
  const names = query.group.map((_path, index) => groupName(index))
  return sql`select ${join([...groups, ...totals], ', ')} from ${filtered(query, level)}${more} group by ${join(names, ', ')}`
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
  const statement = toStatement(
    sql`select jsonb_build_object(${join(pairs, ', ')}) as row from (select ${join(totals, ', ')} from ${filtered(query, level)}) ${alias}`,
  )
  return { ...statement, plan: 'whole' }
}

/** `from` and `where` of the question's rows. Everything else must have been read before: joins are gathered here. */
export function filtered(query: ResolvedQuery, level: Level): Sql {
  const where = compileCondition(query.where, level)
  return sql`${level.context.table(query.model)} ${level.alias} ${level.joined()} where ${ownRows(level.context, level.alias, query.model)} and ${where}`
}

function total({ fn, path, currency }: ResolvedAggregate, level: Level): Sql {
  if (path === null) return sql`count(*)::numeric`
  const value = level.readForGroup(path)
  if (currency) {
    const name = currency === 'own' ? level.readCurrency(path) : level.readForGroup(currency)
    return sql`${identifier('app', `money_${fn}`)}(${value}, ${name})`
  }
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
  return aggregates.map(({ fn, path, as, currency }, index) => {
    const name = nameLiteral(as)
    if (currency) return sql`${name}, app.money_totals(${value(index)})`
    if (path === null || fn === 'count' || fn === 'count_distinct') return sql`${name}, ${value(index)}`
    return sql`${name}, ${jsonValue(path.field, trimmed(path.field.kind, value(index)))}`
  })
}

// 1.50 and 1.5 are one group and one number: sums and groups are written without trailing zeros.
const trimmed = (kind: string, value: Sql): Sql =>
  kind === 'decimal' || kind === 'number' ? sql`trim_scale(${value})` : value

// Amounts of one currency stand in their order; several have none and stand last.
const totalKey = (aggregate: ResolvedAggregate | undefined, alias: Sql, index: number): Sql =>
  aggregate?.currency
    ? sql`app.money_of_one(${alias}.${totalName(index)})`
    : sql`${alias}.${totalName(index)}`

// Names stand as they are seen, options in the order of their own.
const groupOrder = (path: FieldPath | undefined, value: Sql): Sql =>
  path ? (shownOf(path, value) ?? withPlace(path.field, value)) : value

const groupKind = (query: ResolvedQuery, index: number): SqlKind => {
  const path = query.group[index]
  return path ? sqlKindOf(path.field) : 'key'
}

const totalKind = (aggregate: ResolvedAggregate | undefined): SqlKind => {
  if (!aggregate?.path || aggregate.fn === 'count' || aggregate.fn === 'count_distinct') return 'numeric'
  return sqlKindOf(aggregate.path.field)
}
