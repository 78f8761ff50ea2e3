import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRows } from '#server/exchange/open-rows.ts'
import type { Table } from '#server/exchange/table.ts'

/** A file with this content, read to its end. */
export async function readRows(content: string | Uint8Array, name: string, sheet?: string): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-rows-'))
  try {
    const path = join(folder, 'file')
    writeFileSync(path, content)
    const { head, portions } = await openRows(path, name, sheet)
    const table: Table = { ...head, rows: [], lines: [] }
    for await (const { rows, lines } of portions()) {
      table.rows.push(...rows)
      table.lines.push(...lines)
    }
    return table
  } finally {
    rmSync(folder, { recursive: true })
  }
}
