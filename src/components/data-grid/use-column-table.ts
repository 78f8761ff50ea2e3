import {
  functionalUpdate,
  getCoreRowModel,
  useReactTable,
  type ColumnDef,
  type ColumnPinningState,
  type Table,
  type VisibilityState,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Row } from '#contracts/query.ts'
import type { GridColumn } from './grid-columns.ts'
import { layoutColumns, narrowest, widest, type GridLayout } from './grid-layout.ts'
import type { ChangeSettings, GridSettings } from './use-grid-settings.ts'

/** The columns and their state: order, widths, which of them are pinned or put away. */
export type ColumnTable = Table<Row>

type ColumnSettings = Pick<GridSettings, 'order' | 'hidden' | 'pins' | 'widths'>

/**
 * Keeps the columns in the table library: `table.getColumn('price')?.pin('left')`, `table.setColumnOrder(keys)`. What
 * changes goes to the reader's settings, which say only what differs from the layout. Rows come by windows, so the table
 * itself has none. `layout` stays the same object while the arrangement does.
 */
export function useColumnTable(
  columns: readonly GridColumn[],
  { order, hidden, pins, widths }: ColumnSettings,
  change: ChangeSettings,
): { table: ColumnTable; layout: GridLayout } {
  const defs = useMemo(() => columns.map(columnDef), [columns])
  const columnVisibility = useMemo(() => visibilityOf(columns, hidden), [columns, hidden])
  const columnPinning = useMemo(() => pinningOf(columns, order, pins), [columns, order, pins])
  const columnOrder = order ?? noKeys
  const columnSizing = widths ?? noWidths
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const table = useReactTable<Row>({
    data: noRows,
    columns: defs,
    getCoreRowModel: coreRows,
    state: { columnVisibility, columnPinning, columnOrder, columnSizing },
    onColumnOrderChange: (next) => change({ order: functionalUpdate(next, columnOrder) }),
    onColumnSizingChange: (next) => change({ widths: functionalUpdate(next, columnSizing) }),
    onColumnVisibilityChange: (next) =>
      change({
        hidden: { ...hidden, ...changedHidden(columnVisibility, functionalUpdate(next, columnVisibility)) },
      }),
    onColumnPinningChange: (next) =>
      change({
        pins: { ...pins, ...changedPins(columns, columnPinning, functionalUpdate(next, columnPinning)) },
      }),
  })
  const layout = useMemo(
    () => layoutColumns(table, columns),
    // The table is one object; what it answers changes with these.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [table, columns, defs, columnVisibility, columnPinning, columnOrder, columnSizing],
  )
  return { table, layout }
}

const columnDef = ({ key, width }: GridColumn): ColumnDef<Row> => ({
  id: key,
  size: width,
  minSize: narrowest,
  maxSize: widest,
})

const visibilityOf = (columns: readonly GridColumn[], hidden: ColumnSettings['hidden']): VisibilityState =>
  Object.fromEntries(columns.map((column) => [column.key, !(hidden?.[column.key] ?? column.hidden)]))

/** What sticks to each side, in the order of the columns. */
function pinningOf(
  columns: readonly GridColumn[],
  order: readonly string[] = noKeys,
  pins: ColumnSettings['pins'],
): Required<ColumnPinningState> {
  const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length)
  const on = (side: 'left' | 'right'): string[] =>
    columns
      .filter(({ key, pin }) => (pins && key in pins ? pins[key] : pin) === side)
      .map(({ key }) => key)
      .toSorted((a, b) => placeOf(a) - placeOf(b))
  return { left: on('left'), right: on('right') }
}

const changedHidden = (before: VisibilityState, after: VisibilityState): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([key, shown]) => before[key] !== shown)
      .map(([key, shown]) => [key, !shown]),
  )

function changedPins(
  columns: readonly GridColumn[],
  before: ColumnPinningState,
  after: ColumnPinningState,
): NonNullable<ColumnSettings['pins']> {
  const side = ({ left, right }: ColumnPinningState, key: string): 'left' | 'right' | null =>
    left?.includes(key) ? 'left' : right?.includes(key) ? 'right' : null
  return Object.fromEntries(
    columns
      .map(({ key }) => ({ key, was: side(before, key), is: side(after, key) }))
      .filter(({ was, is }) => was !== is)
      .map(({ key, is }) => [key, is]),
  )
}

const coreRows = getCoreRowModel<Row>()
const noRows: Row[] = []
const noKeys: string[] = []
const noWidths: Record<string, number> = {}
