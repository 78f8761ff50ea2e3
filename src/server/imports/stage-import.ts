import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { StagedImport } from '#contracts/api/imports.ts'
import { readTable } from '../exchange/read-table.ts'
import { cellText, type Table } from '../exchange/table.ts'
import { cleanFileName } from '../files/content-disposition.ts'
import type { FileStore } from '../files/file-store.ts'
import type { RecordContext } from '../records/record-context.ts'
import { inferColumns, type InferredColumn } from './infer-columns.ts'

const previewRows = 20

const preview = (table: Table, columns: readonly InferredColumn[]): StagedImport['preview'] =>
  table.rows
    .slice(0, previewRows)
    .map((row) =>
      Object.fromEntries(columns.map(({ key, index }) => [key, cellText(row[index])?.slice(0, 500) ?? null])),
    )

/** Refuses who could not run an import anyway. */
function requireImporter({ workspace, access }: RecordContext): void {
  const mayCreate = [...workspace.modelsById.values()].some((model) => access.can(model, 'create'))
  if (!mayCreate && !access.manages('models')) throw new AppError('forbidden', 'Your role may not import.')
}

/**
 * Keeps a file and says what it holds: columns with their types, the first rows. Nothing is imported yet. Run it in a
 * transaction of its own; when that fails nothing of the file is left.
 */
export async function stageImport(
  context: RecordContext,
  store: FileStore,
  file: { name: string; bytes: Uint8Array; sheet?: string | undefined },
): Promise<StagedImport> {
  requireImporter(context)
  const { tx, caller } = context
  const name = cleanFileName(file.name)
  const table = readTable(file.bytes, name, file.sheet)
  if (table.rows.length === 0) throw new AppError('invalid', 'The file has a header but no rows.')
  const columns = inferColumns(table)
  const id = newId()
  const key = await store.put(caller.tenantId, file.bytes)
  try {
    await tx.query(
      `insert into app.imports (tenant_id, id, name, format, storage_key, row_count, staged, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        caller.tenantId,
        id,
        name,
        table.format,
        key,
        table.rows.length,
        JSON.stringify({ columns, sheet: table.sheet }),
        caller.userId,
      ],
    )
  } catch (error) {
    await store.remove(key)
    throw error
  }
  return {
    id,
    name,
    format: table.format,
    ...(table.sheets ? { sheets: table.sheets } : {}),
    ...(table.sheet === undefined ? {} : { sheet: table.sheet }),
    rows: table.rows.length,
    columns: columns.map(({ index: _index, format: _format, ...column }) => column),
    preview: preview(table, columns),
  }
}
