import { must } from '#base/assert.ts'
import type { Condition, ResolvedQuery } from '../query/resolved-query.ts'
import { searchPatterns } from './compile-condition.ts'
import { sql, toStatement, type Statement } from './sql.ts'

type Search = Extract<Condition, { kind: 'search' }>

// What the index is asked for before a question: few enough to be looked at one by one. What is found more often is found
// as quickly by going through the records in their order.
const mostFound = 5000
// Shorter words have no trigram of their own.
const shortestWord = 3

const searchesOf = (query: ResolvedQuery): Search[] =>
  query.where.kind === 'all' ? query.where.of.filter((part) => part.kind === 'search') : []

/**
 * What to ask an index before a question that searches: `{ids}` of the records that may hold its words, or null when
 * there are too many. Null when the question has no words that an index knows.
 */
export function compileSearch(query: ResolvedQuery): Statement | null {
  const [search] = searchesOf(query)
  if (!search || search.gathered === null || search.paths.length === 0) return null
  const words = search.words.filter((word) => [...word].length >= shortestWord)
  if (words.length === 0) return null
  const lowered = sql`array(select lower(word collate "und-x-icu") from unnest(${searchPatterns(words)}::text[]) with ordinality as w (word, place) order by place)`
  return toStatement(
    sql`select app.search_ids(${search.gathered}::uuid, ${lowered}, ${mostFound}::int) as ids`,
  )
}

/** The question, to look among these records only. */
export function among(query: ResolvedQuery, ids: readonly string[]): ResolvedQuery {
  const [search] = searchesOf(query)
  const narrowed = { ...must(search), among: ids }
  const { where } = query
  const of = where.kind === 'all' ? where.of.map((part) => (part === search ? narrowed : part)) : []
  return { ...query, where: { kind: 'all', of } }
}
