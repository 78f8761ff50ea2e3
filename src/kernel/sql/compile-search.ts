import { must } from '#base/assert.ts'
import type { Condition, ResolvedQuery } from '../query/resolved-query.ts'
import { searchPatterns } from './compile-condition.ts'
import { readySlot } from './field-types.ts'
import { sql, toStatement, type Sql, type Statement } from './sql.ts'

type Search = Extract<Condition, { kind: 'search' }>

// What the index is asked for before a question: few enough to be looked at one by one. What is found more often is found
// as quickly by going through the records in their order.
const mostFound = 5000
// So many records at most, half of them the oldest, are looked at before the index is asked: words that two of them hold are
// often there.
const mostLookedAt = 1600
// And so many are then gone through for a page.
const goneThrough = 20_000
// What is often enough depends on the page: two in as many as are looked at must fill it from what is gone through.
const lookedAt = (size: number): number =>
  Math.min(mostLookedAt, Math.round((2 * goneThrough) / size / 2) * 2)
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
  const words = wordsOf(query)
  if (words.length === 0) return null
  const { gathered } = must(searchesOf(query)[0])
  return toStatement(
    sql`select app.search_ids(${gathered}::uuid, ${lowered(words)}, ${mostFound}::int, ${look ? lookedAt(query.size) : 0}::int) as ids`,
  )
}

/**
 * The same for questions of several models that search for the same words, in one statement: rows `{at, ids}`, `at` being the
 * place of a question in the list, for those an index knows.
 */
export function compileSearches(queries: readonly ResolvedQuery[]): Statement | null {
  const known = queries.flatMap((query, at) => (wordsOf(query).length > 0 ? [{ query, at }] : []))
  const [first] = known
  if (!first) return null
  const models = known.map(({ query }) => must(searchesOf(query)[0]).gathered)
  return toStatement(
    sql`select m.at, app.search_ids(m.id, p.patterns, ${mostFound}::int, ${mostLookedAt}::int) as ids
        from (select ${lowered(wordsOf(first.query))} as patterns) p
        cross join unnest(${models}::uuid[], ${known.map(({ at }) => at)}::int[]) as m (id, at)`,
  )
}

/**
 * The words of a search, if an index knows the model and one of them; the first two are what it is asked for. The others are
 * looked for in what it finds, short ones too, which tell “door 12” from all other doors.
 */
function wordsOf(query: ResolvedQuery): string[] {
  // The index knows the records of now: words of then may be gone from it.
  if (query.asOf !== null) return []
  const [search] = searchesOf(query)
  // Among what an index has found it has nothing more to say.
  if (!search || search.among || search.gathered === null || search.paths.length === 0) return []
  const isKnown = (word: string): boolean => [...word].length >= shortestWord
  const known = search.words.filter(isKnown)
  const [only, second] = known
  if (only === undefined) return []
  return [...known, ...(second === undefined ? [only] : []), ...search.words.filter((word) => !isKnown(word))]
}

// The collation of a parameter goes with it into the function, and the index serves its own alone: with another one a word that
// is nowhere took 1,000 ms among a million records, with this one 4.
const lowered = (words: readonly string[]): Sql =>
  sql`array(select lower(word collate "und-x-icu") from unnest(${searchPatterns(words)}::text[]) with ordinality as w (word, place) order by place) collate "default"`

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
