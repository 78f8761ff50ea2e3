import type { Table } from '@tanstack/react-table'
import type { Row } from '#contracts/query.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Cursor } from './grid-cursor.ts'
import type { CellEdits } from './use-cell-edits.ts'
import type { GridItem, GridItems } from './use-grid-items.tsx'
import type { ChangeSettings, GridSettings } from './use-grid-settings.ts'

export interface RowAction {
  key: string
  label: string
  icon?: string | undefined
  danger?: boolean | undefined
  only?: Record<string, unknown> | undefined
}

/** Everything the parts of one grid share. */
export interface Grid {
  id: string
  label: string
  table: Table<Row>
  /** The columns in sight, in order: left pinned, free, right pinned. */
  columns: readonly GridColumn[]
  titleKey: string | null
  data: GridItems
  items: readonly GridItem[]
  group: GridColumn | null
  settings: GridSettings
  change: ChangeSettings
  edits: CellEdits
  rowHeight: number
  selectable: boolean
  /** Whether anything can be edited: then a click chooses a cell; otherwise it opens the row. */
  editable: boolean
  canOpen: boolean
  hrefOf(row: Row): string | undefined
  open(row: Row): void
  rowActions: readonly RowAction[]
  act(key: string, row: Row): void
  toggleGroup(key: string): void
  filterBy: ((column: GridColumn) => void) | null
  cursor: Cursor | null
  setCursor(cursor: Cursor | null): void
  editing: EditingCell | null
  setEditing(cell: EditingCell | null): void
}

export interface EditingCell {
  row: number
  column: number
  /** Typed over the cell: replaces what was there. */
  text?: string
}
