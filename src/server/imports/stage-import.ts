import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { StagedImport } from '#contracts/api/imports.ts'
import type { TableSummary } from '../exchange/summarise-rows.ts'
import { cleanFileName } from '../files/content-disposition.ts'
import type { FileStore } from '../files/file-store.ts'
import type { RecordContext } from '../records/record-context.ts'
import { stagedAnswer } from './staged-answer.ts'

/** Refuses who could not run an import anyway. */
export async function requireImporter({ workspace, access }: RecordContext): Promise<void> {
  const mayCreate = [...workspace.modelsById.values()].some((model) => access.can(model, 'create'))
  if (!mayCreate && !access.manages('models')) throw new AppError('forbidden', 'Your role may not import.')
}

const insert = `
  insert into app.imports (tenant_id, id, name, format, storage_key, row_count, staged, created_by, token_id, source)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// What was uploaded and never imported goes after a week; its files are named, so that they can go too.
const forget = `
  delete from app.imports where tenant_id = $1 and status in ('staged', 'failed', 'cancelled') and created_count + updated_count = 0 and updated_at < now() - interval '7 days'
  returning storage_key`

/**
 * Keeps a file that was read and says what it holds: columns with their types, the first rows. Nothing is imported yet.
 * The caller removes the stored file when the transaction fails.
 */
export async function stageImport(
  context: RecordContext,
  store: FileStore,
  file: { name: string; key: string; summary: TableSummary; source: string | null },
): Promise<StagedImport> {
  const { tx, caller } = context
  const { head, columns, count, looked } = file.summary
  const id = newId()
  const name = cleanFileName(file.name)
  const { headers, sheet, dialect } = head
  const staged = JSON.stringify({ columns, headers, sheet, dialect, looked })
  const what = [caller.tenantId, id, name, head.format, file.key, count, staged, caller.userId]
  await tx.query(insert, [...what, caller.token?.id ?? null, file.source])
  const { rows: old } = await tx.query<{ storage_key: string | null }>(forget, [caller.tenantId])
  tx.afterCommit(async () => {
    for (const { storage_key } of old) if (storage_key !== null) await store.remove(storage_key)
  })
  return stagedAnswer(context, { id, name, head, columns, rows: count, looked, first: file.summary.first })
}
