import { neutraliseCell } from './neutralise-cell.ts'

// Every delimiter some program might split at is quoted, not only ours: a cell `x;=1+1` must stay one cell everywhere.
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/

const quote = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One cell for a CSV: numbers as they are, text made harmless for spreadsheet programs. */
export const csvCell = (text: string | null, plain: boolean): string =>
  text === null ? '' : quote(plain ? text : neutraliseCell(text))

/** One line of a CSV with its line end (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
