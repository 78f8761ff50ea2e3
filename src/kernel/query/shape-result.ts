import { must } from '#base/assert.ts'
import type { QueryResult, Row } from '#contracts/query.ts'
import type { PageRow } from '../sql/as-one-row.ts'
import { writeCursor } from './cursor.ts'
import type { ResolvedQuery } from './resolved-query.ts'

/** The answer of the contract: the page, the mark of the next one, totals when they were asked for. */
export const shapeResult = (
  query: ResolvedQuery,
  page: PageRow,
  totals: { total?: number; aggregates?: Row } = {},
): QueryResult => ({
  rows: JSON.parse(`[${page.rows ?? ''}]`) as Row[],
  page: pageOf(query, page),
  ...totals,
})

/** The same as JSON: what PostgreSQL wrote is sent on without being read. */
export function writeResult(
  query: ResolvedQuery,
  page: PageRow,
  { total, aggregates }: { total?: number; aggregates?: string } = {},
): string {
  return `{"rows":[${page.rows ?? ''}],"page":${JSON.stringify(pageOf(query, page))}${
    total === undefined ? '' : `,"total":${total}`
  }${aggregates === undefined ? '' : `,"aggregates":${aggregates}`}}`
}

function pageOf({ size, cursor }: ResolvedQuery, page: PageRow): QueryResult['page'] {
  if (page.found <= size) return { size, after: null }
  const last = JSON.parse(must(page.cursor)) as (string | null)[]
  return { size, after: writeCursor(cursor, last) }
}
