import { estimateCap } from '../query/query-limits.ts'
import { isGrouped, type ResolvedQuery } from '../query/resolved-query.ts'
import { compileCondition } from './compile-condition.ts'
import { filtered, groupRows } from './compile-groups.ts'
import { Level, StatementContext } from './level.ts'
import { sql, toStatement, type Statement } from './sql.ts'

/**
 * How many rows (or groups) the question has, as `{total}`. An estimate stops counting at `estimateCap`: it says how many
 * there are up to there, and "at least that many" beyond. It counts only rows the reader may see, unlike the planner's guess.
 */
export function compileCount(query: ResolvedQuery, how: 'estimate' | 'exact'): Statement {
  const context = new StatementContext(query)
  const level = new Level(context, context.alias(), compileCondition)
  const rows = isGrouped(query)
    ? sql`select 1 from (${groupRows(query, context)}) g`
    : sql`select 1 from ${filtered(query, level)}`
  const limited = how === 'estimate' ? sql`${rows} limit ${estimateCap}::int` : rows
  const statement = toStatement(sql`select count(*)::int as total from (${limited}) counted`)
  return how === 'exact' ? { ...statement, plan: 'whole' } : statement
}
