import { AppError } from '#base/app-error.ts'
import type { ImportFormat } from '#contracts/api/imports.ts'
import type { Cell } from './table.ts'

/** How a text file is written, as far as it was found out. */
export interface Dialect {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  delimiter?: string
}

/** What a file is, without its rows. */
export interface TableHead {
  format: ImportFormat
  headers: string[]
  /** Text files only. */
  dialect?: Dialect
  sheets?: string[]
  sheet?: string
}

/** Some rows with the 1-based line of the file (sheet row, list position) of each. */
export interface Portion {
  rows: Cell[][]
  lines: number[]
}

/** A file whose rows are read as they are asked for; never more than a portion of them is in memory. */
export interface RowStream {
  head: TableHead
  /** To be called once. Throws `invalid` or `too_large` where the file is damaged. */
  portions(): AsyncGenerator<Portion>
}

/** Most rows and cells a file may have; an import of a million rows of twenty columns is well inside. */
export const mostRows = 5_000_000
export const mostCells = 100_000_000

/** The same stream, ending with 413 `too_large` beyond the limits. */
export function limited(stream: RowStream): RowStream {
  return {
    head: stream.head,
    async *portions() {
      let rows = 0
      let cells = 0
      for await (const portion of stream.portions()) {
        rows += portion.rows.length
        for (const row of portion.rows) cells += row.length
        if (rows > mostRows || cells > mostCells)
          throw new AppError('too_large', 'The file has too many rows or cells.')
        yield portion
      }
    },
  }
}

/** A table that is in memory already, as a stream. */
export function streamOf(head: TableHead, { rows, lines }: Portion, size = 1000): RowStream {
  return {
    head,
    async *portions() {
      for (let start = 0; start < rows.length; start += size)
        yield { rows: rows.slice(start, start + size), lines: lines.slice(start, start + size) }
    },
  }
}
