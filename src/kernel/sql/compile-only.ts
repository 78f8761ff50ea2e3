import type { FreeKeys, ResolvedQuery } from '../query/resolved-query.ts'
import { asOnlyRow } from './as-one-row.ts'
import { compileQuery } from './compile-query.ts'
import type { Statement } from './sql.ts'

/** A statement that asks for one record and whatever is bound in it, by what it is taken from. */
interface Known {
  statement: Statement
  bound: readonly What[]
}
type What = 'tenant' | 'model' | 'id' | 'limit' | 'keys'

// Whoever asks twice with the same rights asks for the same columns.
const known = new WeakMap<ResolvedQuery['columns'], WeakMap<FreeKeys, Known | null>>()

/**
 * The statement of a question that names its record (`namesOne`), as one that answers that row. Where it says nothing but
 * the id, its text is written once for all who have the same rights: to write it and to find its name again took longer than to
 * prepare the question. What is bound in it is always the question's own.
 */
export function compileOnly(query: ResolvedQuery): Statement {
  const id = onlyId(query)
  if (id === null) return asOnlyRow(compileQuery(query))
  let byFree = known.get(query.columns)
  if (!byFree) known.set(query.columns, (byFree = new WeakMap()))
  let found = byFree.get(query.free)
  if (found === undefined) byFree.set(query.free, (found = keep(query, id)))
  if (found === null) return asOnlyRow(compileQuery(query))
  const { statement, bound } = found
  const values = { tenant: query.tenantId, model: query.model.id, id, limit: query.size + 1 }
  return {
    ...statement,
    values: bound.map((what, index) => (what === 'keys' ? statement.values[index] : values[what])),
  }
}

/** The id, when the question asks for nothing else: no row rule, no past, no order of its own, nothing expanded. */
function onlyId({ where, sort, expand, columns, asOf, after, skip }: ResolvedQuery): string | null {
  const [part] = where.kind === 'all' && where.of.length === 1 ? where.of : [where]
  if (part?.kind !== 'compare' || part.op !== 'eq' || part.path.text !== 'id') return null
  if (sort.length !== 1 || sort[0]?.path.text !== 'id' || sort[0].dir !== 'asc') return null
  if (expand.length > 0 || asOf !== null || after !== null || skip > 0) return null
  if (columns.some(({ hops }) => hops.length > 0)) return null
  return typeof part.value === 'string' ? part.value : null
}

/** The statement with what it is bound to; null when something else is bound in it, which may be somebody else's. */
function keep(query: ResolvedQuery, id: string): Known | null {
  const statement = asOnlyRow(compileQuery(query))
  const bound = statement.values.map((value) => whatIs(value, query, id))
  const isPlain = bound.every((what) => what !== null) && new Set(bound).size === bound.length
  return isPlain ? { statement, bound } : null
}

function whatIs(
  value: unknown,
  { tenantId, model, size, columns, free }: ResolvedQuery,
  id: string,
): What | null {
  if (value === tenantId) return 'tenant'
  if (value === model.id) return 'model'
  if (value === id) return 'id'
  if (value === size + 1) return 'limit'
  const named = [...columns.map(({ text }) => text), ...(free.kind === 'all' ? free.except : [])]
  return Array.isArray(value) && value.join() === named.join() ? 'keys' : null
}
