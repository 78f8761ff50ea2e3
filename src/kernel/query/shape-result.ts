import { must } from '#base/assert.ts'
import type { QueryResult, Row } from '#contracts/query.ts'
import { writeCursor } from './cursor.ts'
import type { ResolvedQuery } from './resolved-query.ts'

/** What `compileQuery`'s statement answers. */
export interface AnsweredRow {
  row: Row
  cursor: (string | null)[]
}

/** The same with its JSON as text. */
export interface WrittenRow {
  row: string
  cursor: string
}

/** Rows → the answer of the contract: the page, the mark of the next one, totals when they were asked for. */
export function shapeResult(
  query: ResolvedQuery,
  answered: readonly AnsweredRow[],
  totals: { total?: number; aggregates?: Row } = {},
): QueryResult {
  const rows = answered.slice(0, query.size).map(({ row }) => row)
  return { rows, page: pageOf(query, answered, (cursor) => cursor), ...totals }
}

/** The same as JSON: what PostgreSQL wrote is sent on without being read. */
export function writeResult(
  query: ResolvedQuery,
  answered: readonly WrittenRow[],
  totals: { total?: number; aggregates?: string } = {},
): string {
  const rows = answered.slice(0, query.size).map(({ row }) => row)
  const page = JSON.stringify(pageOf(query, answered, (cursor) => JSON.parse(cursor) as (string | null)[]))
  const { total, aggregates } = totals
  return `{"rows":[${rows.join(',')}],"page":${page}${total === undefined ? '' : `,"total":${total}`}${
    aggregates === undefined ? '' : `,"aggregates":${aggregates}`
  }}`
}

function pageOf<C>(
  query: ResolvedQuery,
  answered: readonly { cursor: C }[],
  read: (cursor: C) => (string | null)[],
): QueryResult['page'] {
  const last = answered.length > query.size ? must(answered[query.size - 1]) : null
  return { size: query.size, after: last && writeCursor(query.cursor, read(last.cursor)) }
}
