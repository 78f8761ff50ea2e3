import { randomUUID } from 'node:crypto'
import type { StorageContext, StorageWork } from './storage-host.ts'

/** A key of the workspace that no blob has. */
export function newBlobKey(tenantId: string): string {
  const name = randomUUID()
  return `${tenantId}/${name.slice(0, 2)}/${name}`
}

const announce = `insert into app.pending_blobs (tenant_id, storage_key, process) select $1, k, $3 from unnest($2::text[]) as k
  on conflict do nothing`
const forget = 'delete from app.pending_blobs where tenant_id = $1 and storage_key = any($2::text[])'

/** Says that a blob will be written, before it is: killed in between, it is found and removed. */
export const announceBlob = async ({ host }: StorageContext, db: StorageWork, key: string): Promise<void> =>
  void (await db.query(announce, [db.tenantId, [key], host.process]))

/** Says that a row refers to a blob now, in the transaction that makes it so. */
export const blobArrived = async (db: StorageWork, key: string): Promise<void> =>
  void (await db.query(forget, [db.tenantId, [key]]))

/** Removes blobs that no row refers to any more, after the commit; killed in between, upkeep finds them. */
export async function dropBlobs(
  { host, blobs, pictures }: StorageContext,
  db: StorageWork,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await db.query(announce, [db.tenantId, keys, host.process])
  db.afterCommit(async () => {
    for (const key of keys) {
      await blobs.remove(key)
      await pictures.forget(key)
    }
  })
}
