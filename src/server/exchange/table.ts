import type { Portion, TableHead } from './row-stream.ts'

/** A list or an object of a JSON file, as JSON text. */
export interface NestedCell {
  json: string
}

/**
 * What a file holds in one place: CSV knows only text; workbooks and JSON also numbers and booleans, JSON lists and objects,
 * too. Dates are ISO text.
 */
export type Cell = string | number | boolean | NestedCell | null

/** Whether a cell holds more than one value. */
export const isNested = (cell: Cell | undefined): cell is NestedCell =>
  typeof cell === 'object' && cell !== null

/** A file read as a table, whatever its format. */
export type Table = TableHead & Portion

/** Most cells of a file that is read whole; above it the file would sit in memory several times. */
export const maxCells = 6_000_000
export const maxColumns = 500

/** The cell as text, or null when it is empty. Numbers are written without exponent. */
export function cellText(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'string') return cell.trim() === '' ? null : cell
  if (typeof cell === 'boolean') return String(cell)
  if (isNested(cell)) return cell.json
  const text = String(cell)
  return text.includes('e')
    ? cell.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 21 })
    : text
}

/**
 * Finds the line that names the columns: the first of the first ten with at least half of the usual width filled
 * (reports often begin with a title). Returns its index, or -1 for an empty table.
 */
export function headerIndex(rows: readonly Cell[][]): number {
  const filled = rows.slice(0, 50).map((row) => row.filter((cell) => cellText(cell) !== null).length)
  const usual = filled.toSorted((a, b) => a - b)[Math.floor(filled.length / 2)] ?? 0
  return filled.findIndex((count, index) => index < 10 && count > 0 && count * 2 >= usual)
}
