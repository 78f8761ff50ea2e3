import { must } from '#base/assert.ts'
import type { Condition, ResolvedQuery } from '../query/resolved-query.ts'
import { searchPatterns } from './compile-condition.ts'
import { readySlot } from './field-types.ts'
import { sql, toStatement, type Statement } from './sql.ts'

type Search = Extract<Condition, { kind: 'search' }>

// What the index is asked for before a question: few enough to be looked at one by one. What is found more often is found
// as quickly by going through the records in their order.
const mostFound = 5000
// So many records, half of them the oldest, are looked at before the index is asked: a word that is often among them is not
// worth asking for. One look in a hundred passes over words that one record in a hundred holds.
const lookedAt = 1600
// And so many are then gone through for a page: enough for one of fifty, if one record in four hundred holds the word.
const goneThrough = 20_000
// Shorter words have no trigram of their own.
const shortestWord = 3

const searchesOf = (query: ResolvedQuery): Search[] =>
  query.where.kind === 'all' ? query.where.of.filter((part) => part.kind === 'search') : []

/**
 * What to ask an index before a question that searches: `{ids}` of the records that may hold its words, or null when
 * there are too many. With `look` also when the words are often in the first and last records, which is known at once.
 * Null when the question has no words that an index knows.
 */
export function compileSearch(query: ResolvedQuery, look: boolean): Statement | null {
  const [search] = searchesOf(query)
  if (!search || search.gathered === null || search.paths.length === 0) return null
  const words = search.words.filter((word) => [...word].length >= shortestWord)
  if (words.length === 0) return null
  const lowered = sql`array(select lower(word collate "und-x-icu") from unnest(${searchPatterns(words)}::text[]) with ordinality as w (word, place) order by place)`
  return toStatement(
    sql`select app.search_ids(${search.gathered}::uuid, ${lowered}, ${mostFound}::int, ${look ? lookedAt : 0}::int) as ids`,
  )
}

/** The question, to look among these records only. */
export const among = (query: ResolvedQuery, ids: readonly string[]): ResolvedQuery =>
  narrowed(query, { among: ids })

/** Whether an index serves the order of a question, so that its first records can be had without the others. */
export function isOrderServed({ sort, group, model, asOf }: ResolvedQuery): boolean {
  const [first, second] = sort
  if (!first || group.length > 0 || model.kind !== 'objects' || asOf !== null) return false
  if (first.path.text === 'id') return true
  const isSlotted = first.path.hops.length === 0 && readySlot(first.path.field) !== null
  return isSlotted && first.dir === 'asc' && second?.path.text === 'id' && second.dir === 'asc'
}

/** The question, to look only through the first records in its order. */
export const within = (query: ResolvedQuery): ResolvedQuery => narrowed(query, { within: goneThrough })

function narrowed(query: ResolvedQuery, how: Pick<Search, 'among' | 'within'>): ResolvedQuery {
  const [search] = searchesOf(query)
  const narrowed = { ...must(search), ...how }
  const { where } = query
  const of = where.kind === 'all' ? where.of.map((part) => (part === search ? narrowed : part)) : []
  return { ...query, where: { kind: 'all', of } }
}
