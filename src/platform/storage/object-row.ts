import type { StorageWork } from './storage-host.ts'

/** A row of `app.bucket_objects`; `size` is a number of bytes. */
export interface ObjectRow {
  tenant_id: string
  id: string
  version: string
  bucket_id: string
  name: string
  owner: string | null
  size: number
  type: string
  etag: string
  cache_seconds: number
  user_metadata: Record<string, unknown> | null
  storage_key: string
  created_at: string
  updated_at: string
}

const time = (column: string): string =>
  `to_char(o.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`

/** Columns of an `ObjectRow` from a table that is called `o`. */
export const objectColumns = `o.tenant_id, o.id, o.version, o.bucket_id, o.name, o.owner, o.size::float8 as size, o.type, o.etag,
  o.cache_seconds, o.user_metadata, o.storage_key, ${time('created_at')}, ${time('updated_at')}`

/** An object of the workspace; `lock` keeps others from changing it until the transaction ends. */
export async function findObject(
  db: StorageWork,
  bucket: string,
  name: string,
  lock = false,
): Promise<ObjectRow | null> {
  const { rows } = await db.query<ObjectRow>(
    `select ${objectColumns} from app.bucket_objects o
     where o.tenant_id = $1 and o.bucket_id = $2 and o.name = $3 ${lock ? 'for update' : ''}`,
    [db.tenantId, bucket, name],
  )
  return rows[0] ?? null
}

/** What lists say about the bytes of an object. */
export const metadataOf = (row: ObjectRow) => ({
  eTag: `"${row.etag}"`,
  size: row.size,
  mimetype: row.type,
  cacheControl: `max-age=${row.cache_seconds}`,
  lastModified: row.updated_at,
  contentLength: row.size,
  httpStatusCode: 200,
})

/** An object as lists and removals show it, called `name`. */
export const shapeObject = (row: ObjectRow, name = row.name) => ({
  name,
  bucket_id: row.bucket_id,
  owner: row.owner ?? '',
  owner_id: row.owner ?? '',
  id: row.id,
  version: row.version,
  updated_at: row.updated_at,
  created_at: row.created_at,
  last_accessed_at: row.updated_at,
  metadata: metadataOf(row),
  user_metadata: row.user_metadata,
})
