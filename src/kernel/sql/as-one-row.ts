import type { Statement } from './sql.ts'

/** A page of rows as PostgreSQL answers it. */
export interface PageRow {
  /** The JSON of the page's rows with commas between them; null when there are none. */
  rows: string | null
  /** How many rows were found, the one that tells of a further page among them. */
  found: number
  /** The sort values of the last row of a full page, as JSON. */
  cursor: string | null
}

/** Of a question that names its record there is one row or none, and nothing to count or to go on from. */
export const asOnlyRow = ({ text, ...rest }: Statement): Statement => ({
  ...rest,
  text: `select r.row::text as rows, 1 as found, null as cursor from (${text}) r`,
})

/** What no row says. */
export const noRow: PageRow = { rows: null, found: 0, cursor: null }

/**
 * A statement that answers rows of `row` and `cursor` in their order, as one that answers a single `PageRow`: the program
 * need not take in fifty rows one by one and join them.
 */
export function asOneRow({ text, values, plan }: Statement, size: number): Statement {
  const last = `$${values.length + 1}`
  return {
    text: `select string_agg(p.row::text, ',') filter (where p.place <= ${last}) as rows, count(*)::int as found, max(p.cursor::text) filter (where p.place = ${last}) as cursor from (select r.*, row_number() over () as place from (${text}) r) p`,
    values: [...values, size],
    ...(plan && { plan }),
  }
}
