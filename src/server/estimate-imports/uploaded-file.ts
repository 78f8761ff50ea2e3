import { AppError } from '#base/app-error.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'

/** More is not read at once. */
const largest = 25 * 1024 * 1024

/** A file somebody uploaded; `path` is on this machine. */
export interface UploadedFile {
  name: string
  bytes: Uint8Array
  path: string
}

/** A file with its bytes that this person uploaded (`POST /api/files`). 404 for any other, 413 for one that is too large. */
export async function uploadedFile(
  { tx, caller }: RecordContext,
  { files }: Pick<Services, 'files'>,
  id: string,
): Promise<UploadedFile> {
  const { rows } = await tx.query<{ name: string; size: number; storage_key: string }>(
    `select name, size::float8 as size, storage_key from app.files
     where tenant_id = $1 and id = $2 and created_by = $3 and deleted_at is null`,
    [caller.tenantId, id, caller.userId],
  )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  if (row.size > largest) throw new AppError('too_large', 'A file of this kind may have 25 MB.')
  const pieces: Uint8Array[] = []
  for await (const piece of await files.stream(row.storage_key)) pieces.push(piece)
  const path = await files.local(row.storage_key)
  return { name: row.name, bytes: new Uint8Array(Buffer.concat(pieces)), path }
}
