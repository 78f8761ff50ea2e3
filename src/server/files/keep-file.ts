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
// Waits for a transaction in which it arrives: that may be through although its answer was lost. No row where it arrived.
const giveUp = `insert into app.files (tenant_id, id, name, type, size, storage_key, created_by, deleted_at)
  values ($1, $2, $3, $4, 0, $5, $6, now())
  on conflict (tenant_id, id) do update set deleted_at = now() where files.deleted_at is not null returning id`
const forget = 'delete from app.files where tenant_id = $1 and id = $2 and deleted_at is not null'

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

/** A file whose bytes are kept, though it counts only once `arrive` was written. */
export interface ReceivedFile {
  file: StoredFile
  /** SHA-256 of the bytes as they were sent. */
  digest: Buffer
  /** Says in a transaction that the file is there. */
  arrive(tx: Pick<Tx, 'query'>): Promise<void>
  /** Leaves nothing of a file that did not arrive; one that did stays. */
  drop(): Promise<void>
}

/**
 * Takes in an uploaded file. Pictures lose what their camera wrote beside them. `room`: most bytes of all files of who
 * uploads. Throws 415 `unsupported_media_type` for what may not be uploaded, 413 `quota_exceeded`, 507 `storage_full`.
 */
export async function takeFile(
  caller: Caller,
  store: FileStore,
  given: { name: string; bytes: Buffer; room?: number | null },
): Promise<ReceivedFile> {
  const name = cleanFileName(given.name)
  const type = await detectType(given.bytes, name)
  const bytes = stripMetadata(type, given.bytes)
  const key = store.newKey(caller.tenantId)
  const file = { id: newId(), name, type, size: bytes.length }
  const place = [caller.tenantId, file.id]
  const row = [...place, name, type, file.size, sha256(bytes), key, caller.userId]
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
  return {
    file,
    digest: sha256(given.bytes),
    arrive: async (tx) => void (await tx.query(arrive, place)),
    drop: () => dropFile(caller, store, { ...file, key }),
  }
}

/** Leaves nothing of a file that is kept under `key`, unless it arrived. If the process dies in between, upkeep takes the rest. */
export async function dropFile(
  caller: Caller,
  store: FileStore,
  { id, name, type, key }: StoredFile & { key: string },
): Promise<void> {
  const row = [caller.tenantId, id, name, type, key, caller.userId]
  const given = await inTenant(caller, (tx) => tx.query(giveUp, row), { mode: 'write' })
  if (given.rowCount === 0) return
  // No transaction is open while the bytes go.
  await store.remove(key)
  await inTenant(caller, (tx) => tx.query(forget, [caller.tenantId, id]), { mode: 'write' })
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Keeps a file as `takeFile` takes it in: its bytes in the store, its row in the workspace; both or neither. */
export async function keepFile(
  caller: Caller,
  store: FileStore,
  given: { name: string; bytes: Buffer },
): Promise<StoredFile> {
  const received = await takeFile(caller, store, given)
  await inTenant(caller, received.arrive, { mode: 'write' })
  return received.file
}
