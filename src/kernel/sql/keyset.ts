import { boundValue, type SqlKind } from './field-types.ts'
import { join, sql, type Sql } from './sql.ts'

/** One part of an order. Empty values come last in both directions. */
export interface SortKey {
  value: Sql
  dir: 'asc' | 'desc'
  kind: SqlKind
}

const direction = { asc: sql` asc nulls last`, desc: sql` desc nulls last` }

/** `a asc nulls last, b desc nulls last`. */
export const orderBy = (keys: readonly SortKey[]): Sql =>
  join(
    keys.map(({ value, dir }) => sql`${value}${direction[dir]}`),
    ', ',
  )

/** The rows after a row with these sort values: keyset paging, so that page 1,000 costs what page 1 costs. */
export function compileAfter(keys: readonly SortKey[], after: readonly (string | null)[]): Sql {
  const alternatives: Sql[] = []
  const equal: Sql[] = []
  for (const [index, { value, dir, kind }] of keys.entries()) {
    const last = after[index] ?? null
    // Nothing comes after the empty values but equal rows, told apart by the next key.
    if (last !== null) {
      const sign = dir === 'asc' ? sql`>` : sql`<`
      const beyond = sql`(${value} ${sign} ${boundValue(kind, last)} or (${value}) is null)`
      alternatives.push(sql`(${join([...equal, beyond], ' and ')})`)
    }
    equal.push(last === null ? sql`(${value}) is null` : sql`${value} = ${boundValue(kind, last)}`)
  }
  return alternatives.length === 0 ? sql`false` : sql`(${join(alternatives, ' or ')})`
}
