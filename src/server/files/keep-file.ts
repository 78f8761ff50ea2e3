import { createHash } from 'node:crypto'
import { newId } from '#base/ids.ts'
import type { StoredFile } from '#contracts/api/files.ts'
import { inTenant, type Caller } from '../database/in-tenant.ts'
import { cleanFileName } from './content-disposition.ts'
import { detectType } from './detect-type.ts'
import { FileStore } from './file-store.ts'

const insert = `insert into app.files (tenant_id, id, name, type, size, sha256, storage_key, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

/**
 * Keeps an uploaded file: its bytes below `dataDir`, its row in the workspace; both or neither. Throws 415
 * `unsupported_media_type` for what may not be uploaded, 507 `storage_full`.
 */
export async function keepFile(
  caller: Caller,
  dataDir: string,
  given: { name: string; bytes: Buffer },
): Promise<StoredFile> {
  const name = cleanFileName(given.name)
  const type = await detectType(given.bytes, name)
  const store = new FileStore(dataDir)
  const key = await store.put(caller.tenantId, given.bytes)
  const file = { id: newId(), name, type, size: given.bytes.length }
  const digest = createHash('sha256').update(given.bytes).digest()
  try {
    await inTenant(
      caller,
      (tx) => tx.query(insert, [caller.tenantId, file.id, name, type, file.size, digest, key, caller.userId]),
      { mode: 'write' },
    )
  } catch (error) {
    await store.remove(key)
    throw error
  }
  return file
}
