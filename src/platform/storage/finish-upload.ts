import { knownError } from './answer-error.ts'
import { noSuchUpload } from './storage-error.ts'
import { dropBlobs } from './blobs-of-rows.ts'
import { bucketOf } from './bucket-row.ts'
import type { StorageContext, StorageWork, Visitor } from './storage-host.ts'
import { keepBlob, limitOf, placeBlob, type KeptBlob } from './store-object.ts'
import { uploadById, type UploadRow } from './upload-row.ts'

interface Piece {
  storage_key: string
}

interface Whole {
  tenantId: string
  row: UploadRow
  keys: string[]
  limit: number
  allowed: readonly string[] | null
}

async function wholeUpload(context: StorageContext, db: StorageWork, id: string): Promise<Whole | null> {
  const row = await uploadById(db, id)
  if (!row || row.owner !== db.userId) throw noSuchUpload()
  if (row.options.length !== undefined || row.received < row.size) return null
  const { rows } = await db.query<Piece>(
    'select storage_key from app.upload_pieces where tenant_id = $1 and upload_id = $2 order by position',
    [db.tenantId, id],
  )
  const bucket = row.bucket_id === null ? null : await bucketOf(db, row.bucket_id)
  return {
    tenantId: db.tenantId,
    row,
    keys: rows.map(({ storage_key }) => storage_key),
    limit: bucket ? limitOf(context, bucket) : context.host.largestFile,
    allowed: bucket?.allowed_mime_types ?? null,
  }
}

/**
 * Joins the pieces of a whole upload to one blob and makes it an object or a file, in one transaction with the end of the
 * upload; nothing happens when it was finished before or is not whole. What is refused is forgotten, what only failed is
 * finished when it is asked for again. Throws 403,
 * 404, 409, 413, 415.
 */
export async function finishUpload(context: StorageContext, visitor: Visitor, id: string): Promise<void> {
  const whole = await visitor.inTransaction('read', (db) => wholeUpload(context, db, id))
  if (!whole) return
  const { tenantId, row, keys, limit, allowed } = whole
  let kept: KeptBlob | null = null
  try {
    const about = {
      name: row.name,
      type: row.options.type,
      limit,
      allowed,
      forRecord: row.bucket_id === null,
    }
    kept = await keepBlob(context, tenantId, visitor, joined(context, keys), about)
    const blob = kept
    await visitor.inTransaction('write', (db) => settle(context, db, row, keys, blob))
  } catch (error) {
    if (kept) await context.blobs.remove(kept.key)
    if (knownError(error).httpStatus < 500)
      await visitor.inTransaction('write', (db) => forget(context, db, row, keys))
    throw error
  }
}

async function settle(
  context: StorageContext,
  db: StorageWork,
  row: UploadRow,
  keys: readonly string[],
  blob: KeptBlob,
): Promise<void> {
  const locked = await uploadById(db, row.id, true)
  if (!locked || locked.options.length !== undefined) throw noSuchUpload()
  await db.query('delete from app.upload_pieces where tenant_id = $1 and upload_id = $2', [
    db.tenantId,
    row.id,
  ])
  // Its bytes are counted where they go now.
  await db.query(
    `update app.uploads set size = 0, received = 0, options = options || jsonb_build_object('length', size)
     where tenant_id = $1 and id = $2`,
    [db.tenantId, row.id],
  )
  if (row.bucket_id === null) await context.host.keepRecordFile(db, { id: row.id, name: row.name, ...blob })
  else await placeBlob(context, db, { bucket: row.bucket_id, name: row.name }, blob, row.options)
  await dropBlobs(context, db, keys)
}

async function forget(
  context: StorageContext,
  db: StorageWork,
  row: UploadRow,
  keys: readonly string[],
): Promise<void> {
  const { rowCount } = await db.query('delete from app.uploads where tenant_id = $1 and id = $2', [
    db.tenantId,
    row.id,
  ])
  if (rowCount > 0) await dropBlobs(context, db, keys)
}

async function* joined({ blobs }: StorageContext, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) yield* (await blobs.read(key)) as unknown as AsyncIterable<Uint8Array>
}
