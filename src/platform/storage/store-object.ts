import { createHash, randomUUID } from 'node:crypto'
import { newId } from '#base/ids.ts'
import { announceBlob, blobArrived, dropBlobs, newBlobKey } from './blobs-of-rows.ts'
import { bucketOf, type BucketRow } from './bucket-row.ts'
import { findObject } from './object-row.ts'
import { peek } from './peek.ts'
import { accessDenied, alreadyThere, tooLarge, typeRefused } from './storage-error.ts'
import type { StorageContext, StorageWork, Visitor } from './storage-host.ts'

/** What is sent along with the bytes of an object. */
export interface ObjectOptions {
  /** The type the sender says; the bytes decide. */
  type: string
  cacheSeconds: number
  metadata: Record<string, unknown> | null
  upsert: boolean
}

export interface ObjectPlace {
  bucket: string
  name: string
}

/** Bytes that are kept but belong to no row yet. */
export interface KeptBlob {
  key: string
  size: number
  type: string
  sha256: Buffer
}

/** Pictures are looked at whole, for what their camera wrote beside them. */
const largestPicture = 50 * 1024 * 1024

/**
 * Whether these bytes may go there: the bucket is there, and nothing is in the way that the sender may not replace.
 * Throws 404, 403, 409.
 */
export async function mayStore(
  db: StorageWork,
  { bucket, name }: ObjectPlace,
  upsert: boolean,
): Promise<BucketRow> {
  const found = await bucketOf(db, bucket)
  if (!db.may.create) throw accessDenied()
  const before = await findObject(db, bucket, name)
  if (before && !upsert) throw alreadyThere()
  if (before && !db.may.update && (before.owner === null || before.owner !== db.userId)) throw accessDenied()
  return found
}

/** Most bytes of an object of this bucket. */
export const limitOf = ({ host }: StorageContext, bucket: BucketRow): number =>
  Math.min(bucket.file_size_limit ?? host.largestFile, host.largestFile)

/** Keeps bytes under a new key, with what they are. Throws 413 beyond `limit`, 415 for a type the bucket does not take. */
export async function keepBlob(
  context: StorageContext,
  tenantId: string,
  visitor: Visitor,
  bytes: AsyncIterable<Uint8Array>,
  about: {
    name: string
    type: string
    limit: number
    allowed: readonly string[] | null
    /** A file for records takes fewer types. */
    forRecord?: boolean
  },
): Promise<KeptBlob> {
  const { host, blobs } = context
  const { head, all } = await peek(bytes, 64 * 1024)
  const type = about.forRecord
    ? await host.recordTypeOf(head, about.name)
    : await host.typeOf(head, about.name, about.type)
  if (about.allowed && !isAllowed(type, about.allowed)) throw typeRefused(type)
  const key = newBlobKey(tenantId)
  await visitor.inTransaction('write', (db) => announceBlob(context, db, key))
  const sha256 = createHash('sha256')
  const source = host.hasMetadata(type) ? [await clean(context, type, all, about.limit)] : all
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      sha256.update(piece)
      yield piece
    }
  }
  const size = await blobs.put(key, hashed(), about.limit)
  return { key, size, type, sha256: sha256.digest() }
}

async function clean(
  { host }: StorageContext,
  type: string,
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > Math.min(limit, largestPicture)) throw tooLarge()
    chunks.push(chunk)
  }
  return host.withoutMetadata(type, Buffer.concat(chunks))
}

export const isAllowed = (type: string, allowed: readonly string[]): boolean => {
  const plain = type.split(';', 1)[0] ?? type
  return allowed.some(
    (one) => one === '*/*' || one === plain || (one.endsWith('/*') && plain.startsWith(one.slice(0, -1))),
  )
}

/** Makes kept bytes the object of that name, in the caller's transaction. Throws as `mayStore`. */
export async function placeBlob(
  context: StorageContext,
  db: StorageWork,
  place: ObjectPlace,
  { key, size, type, sha256 }: KeptBlob,
  options: ObjectOptions,
): Promise<{ id: string }> {
  const { bucket, name } = place
  await bucketOf(db, bucket, 'share')
  await mayStore(db, place, options.upsert)
  const values = [
    db.tenantId,
    randomUUID(),
    size,
    type,
    sha256.toString('hex').slice(0, 32),
    options.cacheSeconds,
    options.metadata === null ? null : JSON.stringify(options.metadata),
    key,
  ]
  await blobArrived(db, key)
  const id = newId()
  const { rowCount } = await db.query(
    `insert into app.bucket_objects
       (tenant_id, version, size, type, etag, cache_seconds, user_metadata, storage_key, id, bucket_id, name, owner)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (tenant_id, bucket_id, name) do nothing`,
    [...values, id, bucket, name, db.userId],
  )
  if (rowCount === 1) return { id }
  // It was there, or somebody else was faster: whether it may be replaced is asked of the row that is held.
  const before = await findObject(db, bucket, name, true)
  await mayStore(db, place, options.upsert)
  if (!before) throw alreadyThere()
  await db.query(
    `update app.bucket_objects set version = $2, size = $3, type = $4, etag = $5, cache_seconds = $6, user_metadata = $7,
       storage_key = $8, updated_at = clock_timestamp() where tenant_id = $1 and id = $9`,
    [...values, before.id],
  )
  await dropBlobs(context, db, [before.storage_key])
  return { id: before.id }
}

/** Stores an object from its bytes: looked at, kept, then made visible. Throws 403, 404, 409, 413, 415. */
export async function storeObject(
  context: StorageContext,
  visitor: Visitor,
  place: ObjectPlace,
  bytes: AsyncIterable<Uint8Array>,
  options: ObjectOptions,
  announced: number | null,
): Promise<{ id: string }> {
  const { tenantId, bucket } = await visitor.inTransaction('read', async (db) => {
    const found = await mayStore(db, place, options.upsert)
    return { tenantId: db.tenantId, bucket: found }
  })
  const limit = limitOf(context, bucket)
  if (announced !== null && announced > limit) throw tooLarge()
  const kept = await keepBlob(context, tenantId, visitor, bytes, {
    name: place.name,
    type: options.type,
    limit,
    allowed: bucket.allowed_mime_types,
  })
  try {
    return await visitor.inTransaction('write', (db) => placeBlob(context, db, place, kept, options))
  } catch (error) {
    await context.blobs.remove(kept.key)
    throw error
  }
}
