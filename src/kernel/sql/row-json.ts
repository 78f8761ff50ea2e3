import type { FieldPath, FreeKeys } from '../query/resolved-query.ts'
import type { Level } from './level.ts'
import { join, nameLiteral, sql, type Sql } from './sql.ts'

interface Looked {
  name: Sql
  as: string
  value: Sql
}

// PostgreSQL takes at most 100 arguments in a call.
const pairsInACall = 50

/** One row as JSON: its readable fields, free keys when they are, and expanded relations in place of their ids. */
export function rowJson(
  level: Level,
  query: { columns: readonly FieldPath[]; free: FreeKeys },
  looked: readonly Looked[],
): Sql {
  const replaced = new Set(looked.map(({ as }) => as))
  const pairs = [
    ...query.columns
      .filter(({ text }) => !replaced.has(text))
      .map((path) => sql`${nameLiteral(path.text)}, ${level.readJson(path)}`),
    ...looked.map(({ name, value }) => sql`${name}, ${value}`),
  ]
  const objects: Sql[] = []
  for (let start = 0; start === 0 || start < pairs.length; start += pairsInACall)
    objects.push(sql`jsonb_build_object(${join(pairs.slice(start, start + pairsInACall), ', ')})`)
  // The free keys come first: a field of the same name wins.
  return join([...freeKeys(level, query.free), ...objects], ' || ')
}

function freeKeys(level: Level, free: FreeKeys): Sql[] {
  const map = sql`${level.alias}.attributes`
  if (free.kind === 'none') return []
  if (free.kind === 'all') return [free.except.length === 0 ? map : sql`(${map} - ${free.except}::text[])`]
  const branches = free.keys.map(
    ({ archetypeId, keys }) => sql`when ${archetypeId}::uuid then ${keys}::text[]`,
  )
  const allowed = sql`case ${level.alias}.archetype_id ${join(branches, ' ')} end`
  return [
    sql`(select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(${map}) where key = any(${allowed}))`,
  ]
}
