import { useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import type { Query, Row } from '#contracts/query.ts'
import type { ApiError } from '#engine/data/api-error.ts'
import { usePagedQuery, type PagedAnswer } from '#engine/data/use-paged-query.ts'
import { useQuery } from '#engine/data/use-query.ts'
import type { GridColumn } from './grid-columns.ts'
import { gridQuery, groupQuery, inGroup, totalsQuery, type GridQuestion } from './grid-query.ts'

/** One line of the grid. */
export type GridItem =
  | { kind: 'row'; row: Row; number: number }
  | { kind: 'group'; key: string; group: Row; open: boolean }
  | { kind: 'more'; key: string; load: () => void }

export interface GridItems {
  items: readonly GridItem[]
  rows: Row[]
  total: number | null
  sums: Row | null
  error: ApiError | null
  isPending: boolean
  isFetching: boolean
  refetch(): void
  /** Which number the total of a column carries in `total_<n>`. */
  totalAt(key: string): number
  /** What asks for the rows of open groups; draws nothing. */
  sources: ReactNode
}

interface Part {
  rows: Row[]
  hasMore: boolean
  isPending: boolean
  load: () => void
}

/** The lines of a grid: rows page by page, or groups with the rows of those that are open. */
export function useGridItems(
  question: GridQuestion | null,
  group: GridColumn | null,
  open: ReadonlySet<string>,
): GridItems {
  const flat = usePagedQuery(question && !group ? gridQuery(question) : null, {
    count: 'estimate',
    keep: true,
  })
  const grouped = useQuery(question && group ? groupQuery(question, group) : null, { keep: true })
  const sums = useQuery(question ? totalsQuery(question) : null, { keep: true })
  const [parts, setParts] = useState<Record<string, Part>>({})
  const setPart = useCallback((key: string, part: Part | null) => {
    setParts(({ [key]: _before, ...rest }) => (part ? { ...rest, [key]: part } : rest))
  }, [])
  const groupRows = grouped.data?.rows

  const items = useMemo<GridItem[]>(
    () => (group ? groupItems(groupRows ?? [], group, open, parts) : flatItems(flat)),
    // `loadMore` of the answer is new at every drawing and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [group, groupRows, open, parts, flat.rows, flat.hasMore],
  )
  const rows = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? [item.row] : [])), [items])
  const asked = group ? grouped : flat
  return {
    items,
    rows,
    total: group ? (groupRows?.reduce((sum, row) => sum + Number(row['count']), 0) ?? null) : flat.total,
    sums: sums.data?.aggregates ?? sums.data?.rows[0] ?? null,
    error: asked.error,
    isPending: asked.isPending,
    isFetching: asked.isFetching,
    refetch: asked.refetch,
    totalAt: (key) => question?.columns.findIndex((column) => column.key === key) ?? -1,
    sources:
      question &&
      group &&
      groupRows?.map((row) => {
        const key = groupKey(row, group)
        return (
          open.has(key) && (
            <GroupSource
              key={key}
              name={key}
              query={gridQuery({ ...question, where: [...question.where, inGroup(group, row[group.key])] })}
              onPart={setPart}
            />
          )
        )
      }),
  }
}

/** What tells one group from the others. */
export const groupKey = (row: Row, group: GridColumn): string => JSON.stringify(row[group.key] ?? null)

function GroupSource({
  name,
  query,
  onPart,
}: {
  name: string
  query: Query
  onPart: (key: string, part: Part | null) => void
}) {
  const { rows, hasMore, isPending, loadMore } = usePagedQuery(query, { keep: true })
  const load = useEffectEvent(loadMore)
  useEffect(() => {
    onPart(name, { rows, hasMore, isPending, load: () => load() })
  }, [name, onPart, rows, hasMore, isPending])
  useEffect(() => () => onPart(name, null), [name, onPart])
  return null
}

function flatItems(answer: PagedAnswer): GridItem[] {
  const seen = new Set<unknown>()
  // A row that moved between two pages while they were read would stand here twice.
  const rows = answer.rows.filter((row) => !seen.has(row['id']) && seen.add(row['id']))
  const items: GridItem[] = rows.map((row, at) => ({ kind: 'row', row, number: at + 1 }))
  return answer.hasMore ? [...items, { kind: 'more', key: 'more', load: answer.loadMore }] : items
}

function groupItems(
  groups: readonly Row[],
  group: GridColumn,
  open: ReadonlySet<string>,
  parts: Record<string, Part>,
): GridItem[] {
  let number = 0
  return groups.flatMap((row) => {
    const key = groupKey(row, group)
    const head: GridItem = { kind: 'group', key, group: row, open: open.has(key) }
    if (!head.open) return [head]
    const part = parts[key]
    const rows = (part?.rows ?? []).map((one): GridItem => ({ kind: 'row', row: one, number: (number += 1) }))
    const more: GridItem[] =
      !part || part.isPending || part.hasMore
        ? [{ kind: 'more', key: `more ${key}`, load: part?.load ?? (() => undefined) }]
        : []
    return [head, ...rows, ...more]
  })
}
