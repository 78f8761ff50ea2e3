import { must } from '#base/assert.ts'
import type { QueryResult, Row } from '#contracts/query.ts'
import { writeCursor } from './cursor.ts'
import type { ResolvedQuery } from './resolved-query.ts'

/** What `compileQuery`'s statement answers. */
export interface AnsweredRow {
  row: Row
  cursor: (string | null)[]
}

/** Rows → the answer of the contract: the page, the mark of the next one, totals when they were asked for. */
export function shapeResult(
  query: ResolvedQuery,
  answered: readonly AnsweredRow[],
  totals: { total?: number; aggregates?: Row } = {},
): QueryResult {
  const page = answered.slice(0, query.size)
  const after = answered.length > query.size ? writeCursor(query.cursor, must(page.at(-1)).cursor) : null
  return { rows: page.map(({ row }) => row), page: { size: query.size, after }, ...totals }
}
