import type { SheetCell } from './write-xlsx.ts'

/** How a cell looks: the index of its format in `write-workbook.ts`. */
export type CellStyle =
  | 'plain'
  | 'head'
  | 'section'
  | 'quantity'
  | 'rate'
  | 'money'
  | 'sum'
  | 'quiet'
  | 'percent'

/** A cell with its look; a formula stands with the value it has, so that a reader that reckons nothing sees it too. */
export interface WorkbookCell {
  value: Exclude<SheetCell, null>
  style?: CellStyle
  /** Without the leading `=`. */
  formula?: string
}

export interface Sheet {
  name: string
  /** Widths of the columns, in characters. */
  widths: readonly number[]
  /** Columns that are there for programs, from 0. */
  hidden?: readonly number[]
  rows: readonly SheetRow[]
  /** How many rows stay in sight. */
  frozen: number
}

export interface SheetRow {
  cells: readonly (WorkbookCell | null)[]
  /** How deep it stands, so that it can be folded away. */
  level?: number
}
