import type { Context } from 'hono'
import type { JsonObject } from '#base/json.ts'
import { newId } from '#base/ids.ts'
import { randomUUID } from 'node:crypto'
import { announceBlob, blobArrived, newBlobKey } from '../blobs-of-rows.ts'
import { bucketOf, type BucketRow } from '../bucket-row.ts'
import { checkName } from '../names.ts'
import { findObject, type ObjectRow } from '../object-row.ts'
import { requestJson } from '../request-json.ts'
import {
  accessDenied,
  alreadyThere,
  invalidParameter,
  noSuchObject,
  tooLarge,
  typeRefused,
} from '../storage-error.ts'
import type { StorageContext, StorageWork } from '../storage-host.ts'
import { isAllowed, limitOf, mayStore } from '../store-object.ts'
import { visit } from '../visit.ts'

interface Way {
  bucket: string
  from: string
  toBucket: string
  to: string
}

function wayOf(body: JsonObject): Way {
  const { bucketId, destinationBucket } = body
  if (typeof bucketId !== 'string') throw invalidParameter('bucketId must be a text')
  const target = destinationBucket ?? bucketId
  if (typeof target !== 'string') throw invalidParameter('destinationBucket must be a text')
  return {
    bucket: bucketId,
    from: checkName(body['sourceKey']),
    toBucket: target,
    to: checkName(body['destinationKey']),
  }
}

function requireFit(context: StorageContext, target: BucketRow, object: ObjectRow): void {
  if (object.size > limitOf(context, target)) throw tooLarge()
  if (target.allowed_mime_types && !isAllowed(object.type, target.allowed_mime_types))
    throw typeRefused(object.type)
}

async function sourceOf(db: StorageWork, { bucket, from }: Way, lock: boolean): Promise<ObjectRow> {
  await bucketOf(db, bucket)
  if (!db.may.read) throw accessDenied()
  const row = await findObject(db, bucket, from, lock)
  if (!row) throw noSuchObject()
  return row
}

/** `POST /object/move` */
export async function move(context: StorageContext, c: Context): Promise<Response> {
  const way = wayOf(await requestJson(c))
  const id = await visit(context, c, 'write', async (db) => {
    const row = await sourceOf(db, way, true)
    if (!db.may.update && row.owner !== db.userId) throw accessDenied()
    requireFit(context, await mayStore(db, { bucket: way.toBucket, name: way.to }, false), row)
    await db
      .query(
        `update app.bucket_objects set bucket_id = $3, name = $4, version = $5, updated_at = clock_timestamp()
         where tenant_id = $1 and id = $2`,
        [db.tenantId, row.id, way.toBucket, way.to, randomUUID()],
      )
      .catch(takenMeanwhile)
    return row.id
  })
  return c.json({ message: 'Successfully moved', Id: id, Key: `${way.toBucket}/${way.to}` })
}

/** `POST /object/copy` */
export async function copy(context: StorageContext, c: Context): Promise<Response> {
  const way = wayOf(await requestJson(c))
  const upsert = c.req.header('x-upsert') === 'true'
  if (upsert) throw invalidParameter('A copy replaces nothing')
  const place = { bucket: way.toBucket, name: way.to }
  const { tenantId, row, key } = await visit(context, c, 'write', async (db) => {
    const found = await sourceOf(db, way, false)
    requireFit(context, await mayStore(db, place, false), found)
    const blob = newBlobKey(db.tenantId)
    await announceBlob(context, db, blob)
    return { tenantId: db.tenantId, row: found, key: blob }
  })
  // No transaction is open while bytes are copied.
  const bytes = await context.blobs.read(row.storage_key)
  await context.blobs.put(key, bytes as unknown as AsyncIterable<Uint8Array>, row.size)
  try {
    const id = await visit(context, c, 'write', async (db) => {
      await bucketOf(db, way.toBucket, 'share')
      await mayStore(db, place, false)
      const copied = newId()
      await blobArrived(db, key)
      const { rowCount } = await db.query(
        `insert into app.bucket_objects (tenant_id, id, bucket_id, name, version, owner, size, type, etag, cache_seconds, user_metadata, storage_key)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (tenant_id, bucket_id, name) do nothing`,
        [
          tenantId,
          copied,
          place.bucket,
          place.name,
          randomUUID(),
          db.userId,
          row.size,
          row.type,
          row.etag,
          row.cache_seconds,
          row.user_metadata === null ? null : JSON.stringify(row.user_metadata),
          key,
        ],
      )
      if (rowCount === 0) throw alreadyThere()
      return copied
    })
    return c.json({ Id: id, Key: `${place.bucket}/${place.name}` })
  } catch (error) {
    await context.blobs.remove(key)
    throw error
  }
}

function takenMeanwhile(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '23505') throw alreadyThere()
  throw error
}
