import type { ReactNode } from 'react'
import type { Json } from '#base/json.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Query, QueryResult, Row } from '#contracts/query.ts'
import type { Region } from '#ui/format.ts'
import type { Translate } from '#ui/translate.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Cursor, Range } from './grid-cursor.ts'
import type { GridLayout, PlacedColumn } from './grid-layout.ts'
import type { LiveValues } from '../live-values/live-values.ts'
import type { MarkStore } from './grid-marks.ts'
import type { ColumnTable } from './use-column-table.ts'
import type { CellEdits } from './use-cell-edits.ts'
import type { GridLines } from './use-grid-lines.ts'
import type { ChangeSettings, GridSettings } from './use-grid-settings.ts'

export interface RowAction {
  key: string
  label: string
  icon?: string | undefined
  danger?: boolean | undefined
  /** Keys that do it for the row of the cursor. */
  shortcut?: string | undefined
  only?: Record<string, unknown> | undefined
}

/** What the lines of a grid are drawn with. It stays the same object while the arrangement does, so that lines do too. */
export interface GridFrame {
  id: string
  label: string
  model: ModelDescription
  /** The columns in sight, in order: left pinned, free, right pinned. */
  columns: readonly PlacedColumn[]
  layout: GridLayout
  /** The column that names a record. */
  titleKey: string | null
  rowHeight: number
  /** Worked by fingers. */
  coarse: boolean
  selectable: boolean
  /** Whether anything can be edited: then a click chooses a cell; otherwise it opens the row. */
  editable: boolean
  canOpen: boolean
  /** Rows stand under rows. */
  tree: boolean
  /** The field that says how far in the title stands. */
  indent: string | null
  hrefOf(row: Row): string | undefined
  rowActions: readonly RowAction[]
  /** Whether rows may be dragged. */
  movable: boolean
  /** Whether a row takes others inside. */
  takesRows(row: Row): boolean
  /** Puts rows beside or into another. */
  moveRows(ids: readonly string[], to: { place: 'above' | 'below' | 'inside'; target: string }): void
  /** Makes rows of what was pasted past the end; null where that is a plain write. */
  addRows: ((rows: readonly Record<string, Json>[], below: string | null) => void) | null
  act(key: string, row: Row): void
  /** How numbers and days are written, and what language words are in: known once for all cells. */
  region: Region
  t: Translate
}

/** Everything the parts of one grid share. */
export interface Grid extends GridFrame {
  frame: GridFrame
  /** Every column there is, those put away too. */
  all: readonly GridColumn[]
  /** Their order, widths, pins and which are put away; changing one here changes the settings. */
  table: ColumnTable
  lines: GridLines
  groups: readonly GridColumn[]
  settings: GridSettings
  change: ChangeSettings
  /** Back to what the layout says. */
  reset(): void
  edits: CellEdits
  /** What follows from edits, worked out here; null where nothing does that. */
  live: LiveValues | null
  /** Who else is at this list, and at which cells of which records they type. */
  others: GridOthers
  open(row: Row): void
  /** Under which this visit keeps what was done to the list: tells it from others of the screen. */
  kept: string
  /** Goes to an address of this application. */
  go(href: string): void
  /** Asks the server a question of its own. */
  ask(query: Query): Promise<QueryResult>
  toggle(key: string): void
  /** Whether a record of a tree, or a group, is open. */
  isOpen(key: string): boolean
  /** Shows the choice of a moment of the past; null where it is not offered here. */
  look: (() => void) | null
  filterBy: ((column: GridColumn) => void) | null
  selection: ReadonlySet<string>
  select(ids: ReadonlySet<string>): void
  /** Cursor, edited cell and filled range, for what is drawn with them. Those below read it as it is now. */
  marks: MarkStore
  readonly cursor: Cursor | null
  setCursor(cursor: Cursor | null): void
  /** The cells the corner of the range is being dragged over. */
  readonly filling: Range | null
  setFilling(range: Range | null): void
  /** Whether records can be chosen, and on a phone: whether a tap on a card chooses it. */
  mayChoose: boolean
  choosing: boolean
  setChoosing(on: boolean): void
  /** Whether the record under the cursor is shown beside the list; null where there is no room. */
  detail: boolean | null
  setDetail(on: boolean): void
  /** Asks yes or no. */
  confirm(question: { title: string; text: string; confirm: string }): Promise<boolean>
  readonly editing: EditingCell | null
  setEditing(cell: EditingCell | null): void
}

/** Where others type in the cells of one record, by field: the colour of their mark and their sign. */
export type RowMarks = Readonly<Record<string, { ink: string; sign: ReactNode }>>

/** Who else is at a list. */
export interface GridOthers {
  faces: ReactNode
  /** By record. */
  marks: ReadonlyMap<string, RowMarks>
}

export interface EditingCell {
  row: number
  column: number
  /** Typed over the cell: replaces what was there. */
  text?: string
  /** Pressed while the input was still on its way: the value is taken as soon as it is there. */
  leave?: LeavingKey | undefined
  /** Pressed after that, for the cells it leads to. */
  later?: readonly KeyPress[]
  /** The record as it was when it was opened, where its line has moved since. */
  seen?: Row
}

/** A key, as much of it as the grid looks at. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What ends an edit and takes its value: down, to the right, to the left. */
export type LeavingKey = 'ArrowDown' | 'ArrowRight' | 'ArrowLeft'
