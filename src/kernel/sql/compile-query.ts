import { isGrouped, type Condition, type ResolvedQuery } from '../query/resolved-query.ts'
import { compileGroups } from './compile-groups.ts'
import { compileListing } from './compile-listing.ts'
import { isOrderServed } from './compile-search.ts'
import { StatementContext } from './level.ts'
import { toStatement, type Statement } from './sql.ts'

/**
 * A resolved question as one statement, expanded relations included. It answers rows `{row, cursor}`: `row` is the JSON
 * PostgreSQL built, `cursor` the sort values as text; one row more than the page holds tells that there is another page.
 * `asOneRow` makes a page of them. Example: `compileQuery(resolved)` → `{text: 'select …', values: ['018f…', …]}`.
 */
export function compileQuery(query: ResolvedQuery): Statement {
  const context = new StatementContext(query)
  if (isGrouped(query)) return { ...toStatement(compileGroups(query, context)), plan: 'whole' }
  const statement = toStatement(compileListing(query, context))
  if (namesRecords(query.where)) return { ...statement, plan: 'lookup' }
  return isPlainList(query) ? { ...statement, plan: 'ordered' } : statement
}

/** Whether a question asks for all records in an order that an index has; relations to one are looked up by ids. */
const isPlainList = (query: ResolvedQuery): boolean =>
  query.where.kind === 'all' &&
  query.where.of.length === 0 &&
  isOrderServed(query) &&
  query.expand.every(({ link, expand }) => link.kind === 'one' && expand.length === 0)

/** Whether a question asks for one record, by its id. */
export const namesOne = ({ model, where }: ResolvedQuery): boolean =>
  model.kind === 'objects' && namesRecords(where, ['eq'])

/** Whether a condition leaves only records that it names by their ids. */
function namesRecords(condition: Condition, ops: readonly string[] = ['eq', 'in']): boolean {
  if (condition.kind === 'all') return condition.of.some((part) => namesRecords(part, ops))
  return condition.kind === 'compare' && condition.path.text === 'id' && ops.includes(condition.op)
}
