import type { StorageWork } from './storage-host.ts'
import type { ObjectOptions } from './store-object.ts'

/** A row of `app.uploads`; sizes in bytes. */
export interface UploadRow {
  id: string
  /** Null: a file for a record. */
  bucket_id: string | null
  name: string
  owner: string | null
  size: number
  received: number
  options: ObjectOptions & {
    /** What the sender said at its beginning, told again when they ask. */
    sent: Record<string, string | null>
    /** Set once it is finished: how long it was. The row stays a while for a sender that did not hear of it. */
    length?: number
  }
  created_at: string
}

/** An upload that has not expired. */
export async function uploadById(db: StorageWork, id: string, lock = false): Promise<UploadRow | null> {
  const { rows } = await db.query<UploadRow>(
    `select id, bucket_id, name, owner, size::float8 as size, received::float8 as received, options,
       to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
     from app.uploads where tenant_id = $1 and id = $2 and expires_at > now() ${lock ? 'for update' : ''}`,
    [db.tenantId, id],
  )
  return rows[0] ?? null
}
