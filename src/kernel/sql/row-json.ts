import type { FreeKeys, ResolvedQuery } from '../query/resolved-query.ts'
import type { Level } from './level.ts'
import { join, nameLiteral, sql, type Sql } from './sql.ts'

interface Looked {
  name: Sql
  as: string
  value: Sql
}

// PostgreSQL takes at most 100 arguments in a call.
const pairsInACall = 50

type Shape = Pick<ResolvedQuery, 'columns' | 'free'>

// Whoever asks twice with the same rights asks for the same columns by the same names.
const known = new WeakMap<Shape['columns'], WeakMap<FreeKeys, Map<unknown, Sql>>>()

/**
 * One row as JSON: its readable fields, free keys when they are, and expanded relations in place of their ids. `json` and
 * not `jsonb`: written once from left to right, in 0.6 of the time (bench/README.md).
 */
export function rowJson(level: Level, query: Shape, looked: readonly Looked[]): Sql {
  if (looked.length > 0 || query.columns.some(({ hops }) => hops.length > 0))
    return writeRow(level, query, looked)
  let byFree = known.get(query.columns)
  if (!byFree) known.set(query.columns, (byFree = new WeakMap()))
  let byAlias = byFree.get(query.free)
  if (!byAlias) byFree.set(query.free, (byAlias = new Map()))
  const [alias] = level.alias.parts
  let row = byAlias.get(alias)
  if (!row) byAlias.set(alias, (row = writeRow(level, query, [])))
  return row
}

function writeRow(level: Level, query: Shape, looked: readonly Looked[]): Sql {
  const replaced = new Set(looked.map(({ as }) => as))
  const columns = query.columns.filter(({ text }) => !replaced.has(text))
  const pairs = [
    ...columns.map((path) => sql`${nameLiteral(path.text)}, ${level.readJson(path)}`),
    ...looked.map(({ name, value }) => sql`${name}, ${value}`),
  ]
  const objects: Sql[] = []
  for (let start = 0; start === 0 || start < pairs.length; start += pairsInACall)
    objects.push(sql`json_build_object(${join(pairs.slice(start, start + pairsInACall), ', ')})`)
  const named = objects.reduce((all, next) => sql`app.joined_json(${all}, ${next})`)
  const free = freeKeys(level, query.free, [
    ...columns.map(({ text }) => text),
    ...looked.map(({ as }) => as),
  ])
  if (!free) return named
  // Hardly a record has any; to call the function at all takes as long as a third of a small question.
  return sql`case when (${free}) = '{}'::jsonb then ${named} else app.joined_json(${named}, (${free})::json) end`
}

/** The keys beside the named ones. */
function freeKeys(level: Level, free: FreeKeys, named: readonly string[]): Sql | null {
  const map = sql`${level.alias}.attributes`
  if (free.kind === 'none') return null
  if (free.kind === 'all') return sql`${map} - ${[...named, ...free.except]}::text[]`
  const branches = free.keys.map(
    ({ archetypeId, keys }) => sql`when ${archetypeId}::uuid then ${keys}::text[]`,
  )
  const allowed = sql`case ${level.alias}.archetype_id ${join(branches, ' ')} end`
  return sql`(select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(${map} - ${named}::text[]) where key = any(${allowed}))`
}
