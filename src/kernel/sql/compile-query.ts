import { isGrouped, type ResolvedQuery } from '../query/resolved-query.ts'
import { compileGroups } from './compile-groups.ts'
import { compileListing } from './compile-listing.ts'
import { StatementContext } from './level.ts'
import { toStatement, type Statement } from './sql.ts'

/**
 * A resolved question as one statement, expanded relations included. It answers rows `{row, cursor}`: `row` is the JSON
 * PostgreSQL built, `cursor` the sort values as text; one row more than the page holds tells that there is another page.
 * Give both to `shapeResult`. Example: `compileQuery(resolved)` → `{text: 'select …', values: ['018f…', …]}`.
 */
export function compileQuery(query: ResolvedQuery): Statement {
  const context = new StatementContext(query)
  return toStatement(isGrouped(query) ? compileGroups(query, context) : compileListing(query, context))
}
