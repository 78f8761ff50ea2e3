import { must } from '#base/assert.ts'
import { boundValue, type SqlKind } from './field-types.ts'
import { empty, join, sql, type Sql } from './sql.ts'

/** One part of an order. Empty values come last in both directions. */
export interface SortKey {
  value: Sql
  dir: 'asc' | 'desc'
  /** Never null (what is empty is a value after all others), so that an index in this order serves. */
  solid: boolean
  /** The value of an earlier row, bound to be compared with `value`; null when `value` would be null there. */
  bind(last: string | null): Sql | null
}

/** A key that is null where a row has no value. */
export const nullableKey = (value: Sql, dir: SortKey['dir'], kind: SqlKind): SortKey => ({
  value,
  dir,
  solid: false,
  bind: (last) => (last === null ? null : boundValue(kind, last)),
})

const ways = {
  solid: { asc: sql` asc`, desc: sql` desc` },
  nullable: { asc: sql` asc nulls last`, desc: sql` desc nulls last` },
}

/** `a asc, b desc nulls last`. */
export const orderBy = (keys: readonly SortKey[]): Sql =>
  join(
    keys.map(({ value, dir, solid }) => sql`${value}${ways[solid ? 'solid' : 'nullable'][dir]}`),
    ', ',
  )

/** The rows after a row with these sort values: keyset paging, so that page 1,000 costs what page 1 costs. */
export function compileAfter(keys: readonly SortKey[], after: readonly (string | null)[]): Sql {
  const bound = keys.map((key, index) => key.bind(after[index] ?? null))
  return inOneRow(keys, bound) ?? inSteps(keys, bound)
}

/** `(a, b) > ($1, $2)`: what an index can begin at. */
function inOneRow(keys: readonly SortKey[], bound: readonly (Sql | null)[]): Sql | null {
  const { dir } = must(keys[0])
  if (keys.some((key) => !key.solid || key.dir !== dir)) return null
  const last = bound.map((value) => must(value, 'a solid key is never null'))
  const values = keys.map(({ value }) => value)
  return sql`(${join(values, ', ')}) ${dir === 'asc' ? sql`>` : sql`<`} (${join(last, ', ')})`
}

function inSteps(keys: readonly SortKey[], bound: readonly (Sql | null)[]): Sql {
  const alternatives: Sql[] = []
  const equal: Sql[] = []
  for (const [index, { value, dir, solid }] of keys.entries()) {
    const last = bound[index] ?? null
    // Nothing comes after the empty values but equal rows, told apart by the next key.
    if (last !== null) {
      const further = sql`${value} ${dir === 'asc' ? sql`>` : sql`<`} ${last}`
      const beyond = solid ? further : sql`(${further} or (${value}) is null)`
      alternatives.push(sql`(${join([...equal, beyond], ' and ')})`)
    }
    equal.push(last === null ? sql`(${value}) is null` : sql`${value} = ${last}`)
  }
  if (alternatives.length === 0) return sql`false`
  const after = sql`(${join(alternatives, ' or ')})`
  const [first] = keys
  const [start] = bound
  // The same once more for the first key, so that an index begins there.
  return first?.solid && start
    ? sql`${first.value} ${first.dir === 'asc' ? sql`>=` : sql`<=`} ${start} and ${after}`
    : after
}

/** ` offset 300`, or nothing: for a jump to a place no page mark is known of. */
export const offset = (skip: number): Sql => (skip > 0 ? sql` offset ${skip}::int` : empty)
