import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { isUuid } from '#base/ids.ts'
import { announceBlob, blobArrived, dropBlobs, newBlobKey } from './blobs-of-rows.ts'
import { bucketOf } from './bucket-row.ts'
import { finishUpload } from './finish-upload.ts'
import { readUploadMetadata } from './read-upload-metadata.ts'
import { accessDenied, tooLarge, typeRefused } from './storage-error.ts'
import type { StorageContext, StorageWork, Visitor } from './storage-host.ts'
import { isAllowed, limitOf, mayStore } from './store-object.ts'
import { uploadById, type UploadRow } from './upload-row.ts'

/** Days until an upload that is not finished is forgotten. */
const keptDays = 1

const insert = `
  insert into app.uploads (tenant_id, id, bucket_id, name, owner, size, options, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(days => $8))`

/**
 * Uploads in pieces of one person in one workspace: each piece is a blob of its own, so that any process can go on where
 * another one stopped, wherever blobs lie. What arrived before a connection broke is kept.
 */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']

  constructor(
    private readonly context: StorageContext,
    private readonly visitor: Visitor,
  ) {
    super()
  }

  override async create(upload: Upload): Promise<Upload> {
    const { bucket, name, options } = readUploadMetadata(upload.metadata ?? {})
    const size = upload.size ?? 0
    await this.visitor.inTransaction('write', async (db) => {
      if (bucket === null) this.requireRecordFile(db, size)
      else {
        const found = await mayStore(db, { bucket, name }, options.upsert)
        await bucketOf(db, bucket, 'share')
        if (size > limitOf(this.context, found)) throw tooLarge()
        const { allowed_mime_types: allowed } = found
        // Said wrongly, it is refused at once; what the bytes say is looked at when they are there.
        if (allowed && options.type !== '' && !isAllowed(options.type, allowed))
          throw typeRefused(options.type)
      }
      const values = [db.tenantId, upload.id, bucket, name, db.userId, size]
      const kept = { ...options, sent: upload.metadata ?? {} }
      await db.query(insert, [...values, JSON.stringify(kept), keptDays])
    })
    upload.creation_date = new Date().toISOString()
    return upload
  }

  private requireRecordFile(db: StorageWork, size: number): void {
    if (!db.may.create || db.userId === null) throw accessDenied()
    if (size > this.context.host.largestFile) throw tooLarge()
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.visitor.inTransaction('read', (db) => this.own(db, id))
    return new Upload({
      id,
      size: row.size,
      offset: row.received,
      metadata: row.options.sent,
      creation_date: row.created_at,
    })
  }

  private async own(db: StorageWork, id: string, lock = false): Promise<UploadRow> {
    const row = isUuid(id) ? await uploadById(db, id, lock) : null
    // The uploads of others are as if they were not.
    if (!row || row.owner !== db.userId || row.options.length !== undefined) throw ERRORS.FILE_NOT_FOUND
    return row
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const { context, visitor } = this
    const { key, room } = await visitor.inTransaction('write', async (db) => {
      const row = await this.own(db, id)
      const blob = newBlobKey(db.tenantId)
      await announceBlob(context, db, blob)
      return { key: blob, room: row.size - offset }
    })
    let broken: unknown = null
    const arrived = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of bytes) yield chunk as Uint8Array
      } catch (error) {
        broken = error
      }
    }
    const size = await context.blobs.put(key, arrived(), room)
    if (size > 0) await this.keepPiece(id, offset, size, key)
    else await context.blobs.remove(key)
    if (broken !== null) throw broken
    return offset + size
  }

  private async keepPiece(id: string, offset: number, size: number, key: string): Promise<void> {
    const kept = await this.visitor.inTransaction('write', async (db) => {
      const row = await this.own(db, id, true)
      // Another process was faster with this piece.
      if (row.received !== offset) return false
      await db.query(
        'insert into app.upload_pieces (tenant_id, upload_id, position, size, storage_key) values ($1, $2, $3, $4, $5)',
        [db.tenantId, id, offset, size, key],
      )
      await db.query('update app.uploads set received = $3 where tenant_id = $1 and id = $2', [
        db.tenantId,
        id,
        offset + size,
      ])
      await blobArrived(db, key)
      return true
    })
    if (kept) return
    await this.context.blobs.remove(key)
    throw ERRORS.INVALID_OFFSET
  }

  /** Makes a whole upload what it is to become. */
  finish(id: string): Promise<void> {
    return finishUpload(this.context, this.visitor, id)
  }

  override async remove(id: string): Promise<void> {
    await this.visitor.inTransaction('write', async (db) => {
      await this.own(db, id, true)
      const { rows } = await db.query<{ storage_key: string }>(
        'delete from app.upload_pieces where tenant_id = $1 and upload_id = $2 returning storage_key',
        [db.tenantId, id],
      )
      await db.query('delete from app.uploads where tenant_id = $1 and id = $2', [db.tenantId, id])
      await dropBlobs(
        this.context,
        db,
        rows.map(({ storage_key }) => storage_key),
      )
    })
  }

  override getExpiration(): number {
    return keptDays * 86_400_000
  }
}
