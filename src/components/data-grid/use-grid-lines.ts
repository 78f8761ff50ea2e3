import { useMemo, useState } from 'react'
import { canonicalJson } from '#base/json.ts'
import type { Query, QueryResult, Row } from '#contracts/query.ts'
import type { ApiError } from '#engine/data/api-error.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useQuestions } from '#engine/data/use-questions.ts'
import { useRowWindows, type KnownRows } from '#engine/data/use-row-windows.ts'
import type { GridColumn } from './grid-columns.ts'
import { LineList, type Segment, type Walk } from './grid-lines.ts'
import { countQuery, gridQuery, totalsQuery, type GridQuestion } from './grid-query.ts'
import { GroupWalk } from './group-walk.ts'
import { TreeWalk } from './tree-walk.ts'

/** What the lines of a grid are made of. */
export interface LinesInput {
  question: GridQuestion
  groups: readonly GridColumn[]
  /** The relation to the record above, when rows stand under each other. */
  tree: string | null
  /** Groups, or records of a tree, that are open. */
  isOpen: (key: string) => boolean
}

export interface GridLines {
  list: LineList
  /** Tells one question from another: a changed one begins at the top. */
  name: string
  total: number | null
  sums: Row | null
  /** How many records stand under one, in a tree. */
  childrenOf(id: string): number
  error: ApiError | null
  /** Whether there is an answer to show. */
  isKnown: boolean
  isPending: boolean
  isFetching: boolean
  refetch(): void
  /** The records of these lines, asked for where they have not arrived; other lines are left out. */
  read(from: number, to: number): Promise<Row[]>
  /** Ids of every record the conditions let through, to a limit. */
  readIds(most: number): Promise<string[]>
}

/** Which lines are in sight, and of which question. */
export interface LineView {
  name: string
  from: number
  to: number
}

/** Lines asked for before anything is known of a question. */
const first = { from: 0, to: 60 }
/** The most an estimate counts to; beyond it the exact number is asked for, behind the rows. */
const estimateCap = 10_000

/**
 * The lines of a grid: rows by number, groups over groups with the rows of those that are open, or rows under rows. Only
 * what stands in the window is asked for. A changed question shows the lines of the one before until it is answered.
 */
export function useGridLines(input: LinesInput, window: LineView): GridLines {
  const asked = useMemo(() => prepare(input), [input])
  const [shown, setShown] = useState(asked)
  // The same question with other groups open is not another question.
  const before = shown.name === asked.name ? asked : shown
  const [answered] = useState(() => new Map<string, QueryResult>())

  const count = useQuery(asked.estimate, { keep: true })
  const exact = useQuery(count.data?.total === estimateCap ? asked.exact : null, { keep: true })
  const counted = count.data?.total ?? null
  const total = counted === estimateCap ? (exact.data?.total ?? counted) : counted
  const sums = useQuery(asked.sums, { keep: true })

  const known = (query: Query): QueryResult | undefined => answered.get(canonicalJson(query))
  const walks = [...new Set([before, asked])]
  const needed = walks.flatMap((one) => one.walk?.questions(known) ?? [])
  const answers = useQuestions(needed)
  for (const query of needed) {
    const answer = answers.of(query)
    if (answer) answered.set(canonicalJson(query), answer)
  }

  const viewOf = (one: Prepared) => (one.name === window.name ? window : first)
  const listOf = (one: Prepared, rows: KnownRows): LineList =>
    new LineList(
      one.walk ? one.walk.segments(known, rows) : one.rows ? [flatSegment(one.rows, rows, total)] : [],
      (query, at) => rows.rowAt(query, at),
    )
  const rows = useRowWindows((sofar) =>
    walks.flatMap((one) => {
      const view = viewOf(one)
      const windows = listOf(one, sofar).windows(view.from, view.to)
      // An empty list goes on looking at its beginning: the first record may come.
      return windows.length === 0 && one.rows ? [{ query: one.rows, ...first }] : windows
    }),
  )

  const isReady = (one: Prepared): boolean =>
    one.walk ? one.walk.isReady(known, rows) : one.rows !== null && rows.isKnown(one.rows)
  const failed = answers.error ?? rows.error
  const ready = isReady(asked) || failed !== null
  if (shown !== asked && (ready || before === asked)) setShown(asked)
  const current = ready ? asked : before
  const list = listOf(current, rows)
  // Rows that have just come may have rows under them: that is asked now, since nothing else may draw this again.
  const [, askOn] = useState({})
  if (asked.walk?.questions(known).some((query) => !needed.includes(query))) askOn({})

  return {
    list,
    name: current.name,
    total: input.groups.length > 0 ? (asked.walk?.total(known) ?? null) : total,
    sums: sums.data?.aggregates ?? sums.data?.rows[0] ?? null,
    childrenOf: (id) => current.walk?.childrenOf(id, known) ?? 0,
    error: failed,
    isKnown: isReady(current),
    isPending: !isReady(current) && failed === null,
    // Only a reader who tries again is told: every page that comes would draw the list once more.
    isFetching: failed !== null && (rows.isFetching() || answers.isFetching),
    refetch: () => {
      answers.refetch()
      rows.refetch()
    },
    async read(from, to) {
      const parts = await Promise.all(
        list.windows(from, to).map((part) => rows.read(part.query, part.from, part.to)),
      )
      return parts.flat().filter((row) => row !== undefined)
    },
    async readIds(most) {
      const query = gridQuery({ ...input.question, columns: [], extra: [], expand: undefined, pageSize: 500 })
      const found = await rows.read({ ...query, fields: ['id'] }, 0, Math.min(most, total ?? most))
      return found.flatMap((row) => (row ? [String(row['id'])] : []))
    },
  }
}

interface Prepared {
  name: string
  rows: Query | null
  walk: Walk | null
  estimate: Query | null
  exact: Query | null
  sums: Query | null
}

// Once for a question: the same objects each time, so that nobody works out again what they are called.
function prepare({ question, groups, tree, isOpen }: LinesInput): Prepared {
  const rows = gridQuery(question)
  const name = `${canonicalJson(rows)} ${groups.map(({ key }) => key).join(' ')} ${tree ?? ''}`
  const sums = totalsQuery(question)
  const walk =
    groups.length > 0
      ? new GroupWalk(question, groups, isOpen)
      : tree === null
        ? null
        : new TreeWalk(question, tree, isOpen)
  if (walk) return { name, rows: null, walk, estimate: null, exact: null, sums }
  return {
    name,
    rows,
    walk,
    estimate: countQuery(question, 'estimate'),
    exact: countQuery(question, 'exact'),
    sums,
  }
}

/** All rows of a question. Until they are counted there are as many as were seen, and a screenful more. */
function flatSegment(query: Query, rows: KnownRows, total: number | null): Segment {
  const end = rows.endOf(query)
  const seen = rows.seenOf(query)
  // Nothing known: the beginning is asked for, whatever was counted.
  const unseen = seen === 0 && end === null ? first.to : 0
  const count = end ?? Math.max(total ?? 0, seen, unseen)
  return { kind: 'rows', query, from: 0, count, depth: 0 }
}
