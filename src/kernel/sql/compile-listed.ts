import type { Condition, ResolvedQuery } from '../query/resolved-query.ts'
import { sql, toStatement, type Statement } from './sql.ts'

type Compare = Extract<Condition, { kind: 'compare' }>

// Few enough to be looked at one by one; what is listed in more records is found as quickly by going through them in their order.
const mostFound = 5000
// A question that names more ids than these is none of what somebody is to do.
const mostAsked = 8
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What an index knows of the lists of records that name an id: in which they are, or null when these are too many. */
export interface Listed {
  id: string
  ids: string[] | null
}

/**
 * What to ask an index before a question that looks for ids in lists (people who are to do something, linked records): rows of
 * `Listed`. Null when the question looks for none that an index knows.
 */
export function compileListed(query: ResolvedQuery): Statement | null {
  const ids = query.asOf === null ? [...new Set(idsIn(query.where))] : []
  if (ids.length === 0 || ids.length > mostAsked) return null
  return toStatement(
    sql`select l.id, app.ids_listing(${query.model.id}::uuid, l.id, ${mostFound}::int) as ids from unnest(${ids}::text[]) as l (id)`,
  )
}

/** The question, to look for listed ids only among the records that the index found. */
export function amongListed(query: ResolvedQuery, listed: readonly Listed[]): ResolvedQuery {
  const found = new Map(listed.flatMap(({ id, ids }) => (ids ? [[id, ids] as const] : [])))
  return { ...query, where: narrow(query.where) }

  function narrow(condition: Condition): Condition {
    if (isGroup(condition)) return { ...condition, of: condition.of.map(narrow) }
    const among = looksInList(condition) ? found.get(String(condition.value)) : undefined
    return among && condition.kind === 'compare' ? { ...condition, among } : condition
  }
}

function idsIn(condition: Condition): string[] {
  if (isGroup(condition)) return condition.of.flatMap(idsIn)
  return looksInList(condition) ? [String(condition.value)] : []
}

// What is not listed is most of all records, so nothing under a `not` is asked for.
const isGroup = (condition: Condition): condition is Extract<Condition, { kind: 'all' | 'any' }> =>
  condition.kind === 'all' || condition.kind === 'any'

const looksInList = (condition: Condition): condition is Compare =>
  condition.kind === 'compare' &&
  condition.op === 'contains' &&
  condition.path.hops.length === 0 &&
  condition.path.field.kind === 'list' &&
  condition.path.field.sql.in === 'attributes' &&
  idShape.test(String(condition.value))
