import { must } from '#base/assert.ts'
import type { QueryResult, Row } from '#contracts/query.ts'
import { compileAggregates } from '../sql/compile-groups.ts'
import { compileCount } from '../sql/compile-count.ts'
import { compileQuery } from '../sql/compile-query.ts'
import type { Statement } from '../sql/sql.ts'
import type { ResolvedQuery } from './resolved-query.ts'
import { shapeResult, type AnsweredRow } from './shape-result.ts'

/** Runs one statement and gives its rows. */
export type RunStatement = (statement: Statement) => Promise<unknown[]>

/**
 * Answers a prepared question: one statement for the rows, one more for a total, one more for totals without groups.
 * `run` is the only thing that touches the world: `answerQuery(resolved, ({text, values}) => tx.query(text, values).then(r => r.rows))`.
 */
export async function answerQuery(query: ResolvedQuery, run: RunStatement): Promise<QueryResult> {
  const rows = (await run(compileQuery(query))) as AnsweredRow[]
  const totals: { total?: number; aggregates?: Row } = {}
  if (query.total !== 'none') {
    const [counted] = (await run(compileCount(query, query.total))) as { total: number }[]
    totals.total = must(counted).total
  }
  const aggregates = compileAggregates(query)
  if (aggregates) {
    const [answered] = (await run(aggregates)) as { row: Row }[]
    totals.aggregates = must(answered).row
  }
  return shapeResult(query, rows, totals)
}
