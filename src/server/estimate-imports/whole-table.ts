import { saying } from '#base/saying.ts'
import { AppError } from '#base/app-error.ts'
import { openRows } from '../exchange/open-rows.ts'
import type { Table } from '../exchange/table.ts'

/** A table on this machine, and the name it was uploaded by. */
export interface TableFile {
  path: string
  name: string
}

/** All rows of a CSV file or of the first sheet of a workbook. Throws 413 beyond `limit` rows. */
export async function wholeTable({ path, name }: TableFile, limit: number): Promise<Table> {
  const { head, portions } = await openRows(path, name)
  const table: Table = { ...head, rows: [], lines: [] }
  for await (const portion of portions()) {
    table.rows.push(...portion.rows)
    table.lines.push(...portion.lines)
    if (table.rows.length > limit)
      throw new AppError('too_large', saying('The file has more than {{limit}} rows.', { limit }))
  }
  return table
}
