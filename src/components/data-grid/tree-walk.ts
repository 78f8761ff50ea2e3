import type { Query } from '#contracts/query.ts'
import type { KnownRows } from '#engine/data/use-row-windows.ts'
import type { Known, Segment, Walk } from './grid-lines.ts'
import { childrenQuery, gridQuery, under, type GridQuestion } from './grid-query.ts'

/** Records asked for together when it is counted what stands under them. */
const countedAtOnce = 100
/** Levels shown; records that stand under themselves end here. */
const deepest = 12

/** Rows under rows: below an open record stand those whose parent field points to it. */
export class TreeWalk implements Walk {
  readonly #levels = new Map<string | null, Query>()
  #counts: { ids: readonly string[]; queries: Query[] } = { ids: [], queries: [] }
  #rows: KnownRows | null = null
  #known: Known = () => undefined

  constructor(
    readonly question: GridQuestion,
    readonly parent: string,
    readonly isOpen: (key: string) => boolean,
  ) {}

  questions(): Query[] {
    const ids = [...this.#ids()]
    if (ids.join() !== this.#counts.ids.join()) {
      const queries: Query[] = []
      for (let from = 0; from < ids.length; from += countedAtOnce)
        queries.push(childrenQuery(this.question, this.parent, ids.slice(from, from + countedAtOnce)))
      this.#counts = { ids, queries }
    }
    return this.#counts.queries
  }

  segments(known: Known, rows: KnownRows | null): Segment[] {
    this.#known = known
    this.#rows = rows
    return this.#level(null, 0, rows)
  }

  isReady(_known: Known, rows: KnownRows): boolean {
    return rows.isKnown(this.#query(null))
  }

  total(): null {
    return null
  }

  childrenOf(id: string, known: Known): number {
    for (const query of this.#counts.queries) {
      const found = known(query)?.rows.find((row) => row[this.parent] === id)
      if (found) return Number(found['count'])
    }
    return 0
  }

  #level(above: string | null, depth: number, rows: KnownRows | null): Segment[] {
    const query = this.#query(above)
    const count = rows?.endOf(query) ?? Math.max(rows?.seenOf(query) ?? 0, 1)
    const segments: Segment[] = []
    let from = 0
    for (const [at, row] of rows?.rowsOf(query) ?? []) {
      const id = String(row['id'])
      // Nothing is asked below a record under which nothing stands.
      if (at >= count || depth + 1 >= deepest || !this.isOpen(id) || this.#countOf(id) === 0) continue
      segments.push(
        { kind: 'rows', query, from, count: at + 1 - from, depth },
        ...this.#level(id, depth + 1, rows),
      )
      from = at + 1
    }
    if (count > from) segments.push({ kind: 'rows', query, from, count: count - from, depth })
    return segments
  }

  #countOf(id: string): number {
    return this.childrenOf(id, this.#known)
  }

  *#ids(): Generator<string> {
    for (const [above, query] of this.#levels)
      if (above === null || this.isOpen(above))
        for (const [, row] of this.#rows?.rowsOf(query) ?? []) yield String(row['id'])
  }

  #query(above: string | null): Query {
    let query = this.#levels.get(above)
    if (!query) {
      query = gridQuery(this.question, [], under(this.parent, above))
      this.#levels.set(above, query)
    }
    return query
  }
}
