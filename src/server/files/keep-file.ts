import { createHash } from 'node:crypto'
import { newId } from '#base/ids.ts'
import type { StoredFile } from '#contracts/api/files.ts'
import { inTenant, type Caller, type Tx } from '../database/in-tenant.ts'
import { cleanFileName } from './content-disposition.ts'
import { takeRoom } from './customer-room.ts'
import { detectType } from './detect-type.ts'
import type { FileStore } from './file-store.ts'
import { stripMetadata } from './pictures/strip-metadata.ts'

// Announced as removed: if the process dies before the bytes are there, upkeep takes the row away again.
const announce = `insert into app.files (tenant_id, id, name, type, size, sha256, storage_key, created_by, deleted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, now())`
const arrive = 'update app.files set deleted_at = null where tenant_id = $1 and id = $2'

/** Says in this transaction that a file is there whose bytes are kept under `key`. It counts at once. */
export async function insertFile(
  tx: Pick<Tx, 'query'>,
  caller: Pick<Caller, 'tenantId' | 'userId'>,
  file: StoredFile & { sha256: Buffer; key: string },
): Promise<void> {
  await tx.query(
    `insert into app.files (tenant_id, id, name, type, size, sha256, storage_key, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [caller.tenantId, file.id, file.name, file.type, file.size, file.sha256, file.key, caller.userId],
  )
}

/**
 * Keeps an uploaded file: its bytes in the store, its row in the workspace; both or neither. Pictures lose what their
 * camera wrote beside them. `room`: most bytes of all files of who uploads. Throws 415 `unsupported_media_type` for what may
 * not be uploaded, 413 `quota_exceeded`, 507 `storage_full`.
 */
export async function keepFile(
  caller: Caller,
  store: FileStore,
  given: { name: string; bytes: Buffer; room?: number | null },
): Promise<StoredFile> {
  const name = cleanFileName(given.name)
  const type = await detectType(given.bytes, name)
  const bytes = stripMetadata(type, given.bytes)
  const key = store.newKey(caller.tenantId)
  const file = { id: newId(), name, type, size: bytes.length }
  const digest = createHash('sha256').update(bytes).digest()
  const row = [caller.tenantId, file.id, name, type, file.size, digest, key, caller.userId]
  await inTenant(
    caller,
    async (tx) => {
      await takeRoom(tx, caller, file.size, given.room)
      await tx.query(announce, row)
    },
    { mode: 'write' },
  )
  // No transaction is open while the bytes are written.
  await store.put(key, bytes)
  await inTenant(caller, (tx) => tx.query(arrive, [caller.tenantId, file.id]), { mode: 'write' })
  return file
}
