import { saying, type Message } from '#base/saying.ts'
import { canonicalJson } from '#base/json.ts'
import type { Field } from '#contracts/field.ts'
import { normaliseValue } from '#kernel/models/normalise-value.ts'
import type { Portion, RowStream } from '../exchange/row-stream.ts'
import { cellText, isNested, type Cell } from '../exchange/table.ts'
import type { ColumnFormat } from './infer-columns.ts'
import { readCell } from './read-cell.ts'

/** How a relation is found by what a cell says, and what becomes of a value nobody has. */
export interface LinkMatch {
  field: string
  missing: 'error' | 'create'
}

/** Which column of the file fills which field, and how its cells are written. */
export interface MappedColumn {
  index: number
  field: Field
  format: ColumnFormat
  /** A relation: the field of the related model that the cells hold. */
  match?: LinkMatch
}

/** A row of the file as the values of a record. */
export interface FileRow {
  line: number
  values: Record<string, unknown>
  /** The revision of the record that the file was made from, where it says so. */
  revision?: number
  /** As they stand in the file. */
  cells?: readonly Cell[]
  /** Why it cannot be imported, whatever its values are. */
  fault?: { path: string; value: string | null } & Message
}

/** The rows that have no fault of their own. */
export const soundRows = (rows: readonly FileRow[]): FileRow[] =>
  rows.filter(({ fault }) => fault === undefined)

/** Rows that are written together. */
export interface RowBatch {
  rows: FileRow[]
  /** How many rows of the file are dealt with when this batch is. */
  upto: number
}

/** Most rows of a batch, and about the most characters: what one transaction writes and one process holds. */
const mostRows = 1000
const mostLetters = 4_000_000

/** How two spellings of one key are known to be the same (`1.50` and `1.5`); null when it is no value of the field. */
export function keyText(field: Field | undefined, value: unknown): string | null {
  const normal = field ? normaliseValue(field, value) : { value }
  return 'value' in normal && normal.value !== null && normal.value !== undefined
    ? canonicalJson(normal.value)
    : null
}

function valuesOf(row: readonly Cell[], columns: readonly MappedColumn[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { index, field, format } of columns) {
    const value = readCell(row[index] ?? null, field, format)
    // An empty cell says nothing: a new record takes its default, a known one keeps its value.
    if (value !== null) values[field.key] = field.key === 'id' ? String(value).toLowerCase() : value
  }
  return values
}

/** How the rows of a file are taken. */
export interface RowRules {
  /** The field that finds the record a row is about. */
  key?: string | undefined
  /** A row whose key is empty is a new record, and no mistake. */
  withoutKey?: 'refuse' | 'create' | undefined
  /** The first row that is not dealt with yet, 0-based. */
  from?: number
  /** Index of the column with the revision of each record. */
  revision?: number | null
}

/** A text file has no cells beyond its header; one that is there was cut off another one. */
function beyondHeader(row: readonly Cell[], { format, headers }: RowStream['head']): FileRow['fault'] {
  if (format !== 'csv' && format !== 'tsv') return undefined
  const value = row
    .slice(headers.length)
    .map(cellText)
    .find((text) => text !== null)
  if (value === undefined) return undefined
  return {
    path: '',
    value: value.slice(0, 200),
    ...saying(
      'This row has more cells than the header: “{{value}}” is in no column. Put cells that hold the separator in quotation marks.',
      { value: value.slice(0, 60) },
    ),
  }
}

const withoutKeyFault = (key: string): FileRow['fault'] => ({
  path: key,
  value: null,
  message: 'The key is empty, so nobody can say which record is meant.',
})

// A cell that holds none says nothing: its row has no base.
function revisionOf(cell: Cell | undefined): number | null {
  const text = cellText(cell)?.trim() ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

const lettersOf = (cell: Cell): number =>
  typeof cell === 'string' ? cell.length : isNested(cell) ? cell.json.length : 8
const lettersIn = (row: readonly Cell[]): number =>
  row.reduce<number>((sum, cell) => sum + lettersOf(cell), 0)

/**
 * The rows of a file in batches, from row `from` on (0-based; those before were dealt with earlier). The same file gives
 * the same rows in the same order every time, so their number says how far an import is.
 */
export async function* rowBatches(
  { head, portions }: { head: RowStream['head']; portions: () => AsyncIterable<Portion> },
  columns: readonly MappedColumn[],
  { key, withoutKey = 'refuse', from = 0, revision }: RowRules = {},
): AsyncGenerator<RowBatch> {
  const keyField = columns.find(({ field }) => field.key === key)?.field
  let batch: FileRow[] = []
  let letters = 0
  let keys = new Set<string>()
  let at = 0
  const next = (): RowBatch => {
    const rows = batch
    batch = []
    letters = 0
    keys = new Set()
    return { rows, upto: at }
  }
  for await (const { rows, lines } of portions()) {
    for (const [index, row] of rows.entries()) {
      if (at < from) {
        at++
        continue
      }
      const values = valuesOf(row, columns)
      const isKeyless = key !== undefined && values[key] === undefined && withoutKey === 'refuse'
      const fault = beyondHeader(row, head) ?? (isKeyless ? withoutKeyFault(key) : undefined)
      const own = key === undefined ? null : keyText(keyField, values[key])
      // Two lines about the same record cannot go into one batch: the second has to find what the first made.
      if (batch.length === mostRows || letters > mostLetters || (own !== null && keys.has(own))) yield next()
      if (own !== null) keys.add(own)
      const known = revision == null ? null : revisionOf(row[revision])
      batch.push({
        line: lines[index] ?? 0,
        values,
        cells: row,
        ...(known !== null && { revision: known }),
        ...(fault && { fault }),
      })
      letters += lettersIn(row)
      at++
    }
  }
  if (batch.length > 0) yield next()
}
