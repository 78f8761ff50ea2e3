import { must } from '#base/assert.ts'
import type { QueryResult, Row } from '#contracts/query.ts'
import { asOneRow, noRow, type PageRow } from '../sql/as-one-row.ts'
import { compileAggregates } from '../sql/compile-groups.ts'
import { compileCount } from '../sql/compile-count.ts'
import { amongListed, compileListed, type Listed } from '../sql/compile-listed.ts'
import { compileOnly } from '../sql/compile-only.ts'
import { compileQuery, namesOne } from '../sql/compile-query.ts'
import { among, compileSearch, isOrderServed, within } from '../sql/compile-search.ts'
import type { Plan, Statement } from '../sql/sql.ts'
import { isGrouped, type ResolvedQuery } from './resolved-query.ts'
import { shapeResult, writeResult } from './shape-result.ts'

/** Runs one statement and gives its rows; `last`: this question asks no other. */
export type RunStatement = (statement: Statement, last: boolean) => Promise<unknown[]>

/** What is known of a question before it is asked. */
export interface Known {
  /** The words it searches for are often there: an index has said so. */
  often?: boolean
}

interface Answered<Json> {
  /** The question as it was put in the end. */
  query: ResolvedQuery
  page: PageRow
  totals: { total?: number; aggregates?: Json }
}

/**
 * Answers a prepared question: one statement for the rows, one more for a total, one more for totals without groups,
 * one before them to ask an index for the words of a search, one for ids in lists.
 * `run` is the only thing that touches the world: `answerQuery(resolved, ({text, values}) => tx.query(text, values).then(r => r.rows))`.
 */
export async function answerQuery(
  asked: ResolvedQuery,
  run: RunStatement,
  known: Known = {},
): Promise<QueryResult> {
  const { query, page, totals } = await put<Row>(asked, run, known)
  return shapeResult(query, page, totals)
}

/** The same answer as JSON. `run` must leave columns of JSON as PostgreSQL wrote them: `tx.query(…, {written: true})`. */
export async function writeAnswer(asked: ResolvedQuery, run: RunStatement): Promise<string> {
  const { query, page, totals } = await put<string>(asked, run)
  return writeResult(query, page, totals)
}

async function put<Json>(
  whole: ResolvedQuery,
  run: RunStatement,
  known: Known = {},
): Promise<Answered<Json>> {
  const asked = await findListed(whole, run)
  const often = await tryFirst(asked, run, known)
  if (often?.page) return { query: asked, page: often.page, totals: {} }
  const { query, plan } = often?.narrowed ?? (await narrow(asked, run))
  const aggregates = compileAggregates(query)
  const counts = query.total === 'none' ? null : compileCount(query, query.total)
  // Asked together: they are answered in one round trip, and none needs what another one finds.
  const [page, counted, aggregated] = await Promise.all([
    readPage(query, run, { ...plan }, !counts && !aggregates),
    counts && (run(counts, !aggregates) as Promise<{ total: number }[]>),
    aggregates && (run(aggregates, true) as Promise<{ row: Json }[]>),
  ])
  const totals: Answered<Json>['totals'] = {}
  if (counted) totals.total = must(counted[0]).total
  if (aggregated) totals.aggregates = must(aggregated[0]).row
  return { query, page, totals }
}

async function readPage(
  query: ResolvedQuery,
  run: RunStatement,
  planned: { plan?: Plan },
  last: boolean,
): Promise<PageRow> {
  const only = !isGrouped(query) && namesOne(query)
  const statement = only ? compileOnly(query) : asOneRow(compileQuery(query), query.size)
  const [page] = (await run({ ...statement, ...planned }, last)) as PageRow[]
  return only ? (page ?? noRow) : must(page)
}

async function findListed(query: ResolvedQuery, run: RunStatement): Promise<ResolvedQuery> {
  const listed = compileListed(query)
  return listed ? amongListed(query, (await run(listed, false)) as Listed[]) : query
}

interface Narrowed {
  query: ResolvedQuery
  plan?: { plan: Plan }
}

/** A question that searches, to look only among what an index found. Where that is too much, much is there to find. */
async function narrow(query: ResolvedQuery, run: RunStatement): Promise<Narrowed> {
  const search = compileSearch(query, false)
  if (!search) return { query }
  const [found] = (await run(search, false)) as { ids: string[] | null }[]
  return found?.ids ? { query: among(query, found.ids) } : { query, plan: unsorted }
}

const unsorted = { plan: 'unsorted' } as const

/**
 * A page of a question that searches for words that are often there: found by going through the first records, before the
 * index has counted how often. Without `page` when they do not fill it.
 */
async function tryFirst(
  query: ResolvedQuery,
  run: RunStatement,
  known: Known,
): Promise<{ page?: PageRow; narrowed?: Narrowed } | null> {
  if (query.total !== 'none' || query.aggregates.length > 0 || !isOrderServed(query)) return null
  const search = compileSearch(query, true)
  if (!search) return null
  const [found] = known.often ? [] : ((await run(search, false)) as { ids: string[] | null }[])
  if (found?.ids) return { narrowed: { query: among(query, found.ids) } }
  const page = await readPage(within(query), run, unsorted, false)
  return page.found > query.size ? { page } : {}
}
