import { noSuchBucket } from './storage-error.ts'
import type { StorageWork } from './storage-host.ts'

export interface BucketRow {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  owner: string | null
  created_at: string
  updated_at: string
}

const time = (column: string): string =>
  `to_char(b.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`

export const bucketColumns = `b.id, b.public, b.file_size_limit::float8 as file_size_limit, b.allowed_mime_types, b.owner,
  ${time('created_at')}, ${time('updated_at')}`

/** A bucket of the workspace; throws 404 when there is none, or none that this person may read. */
export async function bucketOf(
  db: StorageWork,
  id: string,
  lock: '' | 'share' | 'update' = '',
): Promise<BucketRow> {
  // PostgreSQL stores no NUL: no bucket is named by one.
  if (id.includes('\0')) throw noSuchBucket()
  const { rows } = await db.query<BucketRow>(
    `select ${bucketColumns} from app.buckets b where b.tenant_id = $1 and b.id = $2 ${lock && `for ${lock}`}`,
    [db.tenantId, id],
  )
  const [row] = rows
  if (!row || !(db.may.read || db.may.create || db.may.manage)) throw noSuchBucket()
  return row
}

export const shapeBucket = (row: BucketRow) => ({
  id: row.id,
  name: row.id,
  type: 'STANDARD',
  owner: row.owner ?? '',
  public: row.public,
  file_size_limit: row.file_size_limit,
  allowed_mime_types: row.allowed_mime_types,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
