import type { Query, QueryResult, Row } from '#contracts/query.ts'
import type { KnownRows } from '#engine/data/use-row-windows.ts'
import type { GridColumn } from './grid-columns.ts'

/** Lines that belong together: the head of a group, or rows of one question. */
export type Segment =
  | GroupLine
  | { kind: 'rows'; query: Query; from: number; count: number; depth: number }
  | { kind: 'wait'; key: string; depth: number }
  | { kind: 'note'; key: string; text: string }

export interface GroupLine {
  kind: 'group'
  key: string
  depth: number
  by: GridColumn
  group: Row
  open: boolean
}

/** One line of the grid. A row that is on its way has no record yet. */
export type GridLine =
  | { kind: 'row'; row: Row | undefined; depth: number }
  | GroupLine
  | { kind: 'wait'; key: string; depth: number }
  | { kind: 'note'; key: string; text: string }

type RowAt = (query: Query, at: number) => Row | undefined

/** The lines of a grid, found by number without holding one object for each. */
export class LineList {
  readonly count: number
  readonly #starts: readonly number[]

  constructor(
    readonly segments: readonly Segment[],
    readonly rowAt: RowAt,
  ) {
    let count = 0
    this.#starts = segments.map((segment) => {
      const start = count
      count += segment.kind === 'rows' ? segment.count : 1
      return start
    })
    this.count = count
  }

  at(index: number): GridLine | undefined {
    const found = this.#segmentAt(index)
    if (!found) return undefined
    const { segment, start } = found
    if (segment.kind !== 'rows') return segment
    return {
      kind: 'row',
      row: this.rowAt(segment.query, segment.from + index - start),
      depth: segment.depth,
    }
  }

  /** The record of a line, if it is one and has arrived. */
  row(index: number): Row | undefined {
    const line = this.at(index)
    return line?.kind === 'row' ? line.row : undefined
  }

  /** Which rows of which questions stand in the lines `from` to `to` (not with it). */
  windows(from: number, to: number): { query: Query; from: number; to: number; line: number }[] {
    return this.segments.flatMap((segment, at) => {
      if (segment.kind !== 'rows') return []
      const start = this.#starts[at] ?? 0
      const first = Math.max(from, start)
      const last = Math.min(to, start + segment.count)
      if (first >= last) return []
      return [
        {
          query: segment.query,
          from: segment.from + first - start,
          to: segment.from + last - start,
          line: first,
        },
      ]
    })
  }

  #segmentAt(index: number): { segment: Segment; start: number } | undefined {
    if (index < 0 || index >= this.count) return undefined
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    const segment = this.segments[low]
    return segment && { segment, start: this.#starts[low] ?? 0 }
  }
}

/** How the lines of an arrangement are found: groups, a tree, or plain rows. */
export interface Walk {
  /** What must be asked for its heads, as far as is known. */
  questions(known: Known): Query[]
  segments(known: Known, rows: KnownRows | null): Segment[]
  isReady(known: Known, rows: KnownRows): boolean
  total(known: Known): number | null
  childrenOf(id: string, known: Known): number
}

export type Known = (query: Query) => QueryResult | undefined
