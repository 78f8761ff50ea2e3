import type { FieldPath } from '../query/resolved-query.ts'
import { sql, type Sql } from './sql.ts'

/**
 * What a reader sees of a value, to be put in order: ä stands beside a, and small letters beside their capitals. Null where a
 * value is seen as it is kept.
 */
export function shownOf({ shown }: FieldPath, value: Sql): Sql | null {
  if (!shown) return null
  const seen =
    Object.keys(shown.seen).length === 0
      ? value
      : sql`coalesce(${JSON.stringify(shown.seen)}::jsonb ->> (${value}), ${value})`
  return sql`((${seen}) collate "und-x-icu")`
}
