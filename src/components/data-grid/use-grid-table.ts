import {
  getCoreRowModel,
  useReactTable,
  type ColumnDef,
  type RowSelectionState,
  type Table,
  type Updater,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Row } from '#contracts/query.ts'
import type { GridColumn } from './grid-columns.ts'
import type { ChangeSettings, GridSettings } from './use-grid-settings.ts'

interface TableInput {
  columns: readonly GridColumn[]
  rows: Row[]
  settings: GridSettings
  change: ChangeSettings
  selection: RowSelectionState
  onSelection: (selection: RowSelectionState) => void
}

/** The table behind the grid: which columns show, in which order, how wide and pinned where; which rows are chosen. */
export function useGridTable({
  columns,
  rows,
  settings,
  change,
  selection,
  onSelection,
}: TableInput): Table<Row> {
  const definitions = useMemo<ColumnDef<Row>[]>(
    () => columns.map((column) => ({ id: column.key, size: column.width, minSize: 48, maxSize: 1200 })),
    [columns],
  )
  const sizing = settings.widths ?? none
  const order = useMemo(() => [...(settings.order ?? [])], [settings.order])
  const visibility = useMemo(
    () => Object.fromEntries(columns.map(({ key, hidden }) => [key, !(settings.hidden?.[key] ?? hidden)])),
    [columns, settings.hidden],
  )
  const pinning = useMemo(() => {
    const side = (key: string, declared: 'left' | 'right' | null) =>
      settings.pins?.[key] ?? (settings.pins && key in settings.pins ? null : declared)
    return {
      left: columns.filter(({ key, pin }) => side(key, pin) === 'left').map(({ key }) => key),
      right: columns.filter(({ key, pin }) => side(key, pin) === 'right').map(({ key }) => key),
    }
  }, [columns, settings.pins])

  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  return useReactTable<Row>({
    data: rows,
    columns: definitions,
    getCoreRowModel: getCoreRowModel(),
    getRowId: (row) => String(row['id']),
    columnResizeMode: 'onChange',
    state: {
      columnSizing: sizing,
      columnOrder: order,
      columnVisibility: visibility,
      columnPinning: pinning,
      rowSelection: selection,
    },
    onColumnSizingChange: (updater) => change({ widths: updated(updater, sizing) }),
    onColumnOrderChange: (updater) => change({ order: updated(updater, order) }),
    onColumnVisibilityChange: (updater) => {
      const shown = updated(updater, visibility)
      change({ hidden: Object.fromEntries(Object.entries(shown).map(([key, visible]) => [key, !visible])) })
    },
    onRowSelectionChange: (updater) => onSelection(updated(updater, selection)),
  })
}

const none: Record<string, number> = {}

const updated = <T>(updater: Updater<T>, before: T): T =>
  typeof updater === 'function' ? (updater as (before: T) => T)(before) : updater
