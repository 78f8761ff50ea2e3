import type { Context } from 'hono'
import type { JsonObject } from '#base/json.ts'
import { bucketColumns, bucketOf, shapeBucket, type BucketRow } from '../bucket-row.ts'
import { dropBlobs } from '../blobs-of-rows.ts'
import { checkBucketName } from '../names.ts'
import { requestJson, wholeNumber } from '../request-json.ts'
import { StorageError, accessDenied, alreadyThere, invalidParameter } from '../storage-error.ts'
import type { StorageContext, StorageWork } from '../storage-host.ts'
import { visit } from '../visit.ts'

const idOf = (c: Context): string => c.req.param('id') ?? ''

function requireManage(db: StorageWork): void {
  if (!db.may.manage) throw accessDenied()
}

/** `GET /bucket` */
export async function listBuckets(context: StorageContext, c: Context): Promise<Response> {
  const visitor = await context.host.visitor(c)
  if (!visitor) return c.json([])
  const { sortColumn = 'id', sortOrder = 'asc', search = '', limit, offset } = c.req.query()
  const columns: Record<string, string> = {
    id: 'id',
    name: 'id',
    created_at: 'created_at',
    updated_at: 'updated_at',
  }
  const column = Object.hasOwn(columns, sortColumn) ? columns[sortColumn] : undefined
  if (!column || (sortOrder !== 'asc' && sortOrder !== 'desc'))
    throw invalidParameter('sortColumn or sortOrder is not known')
  const rows = await visitor.inTransaction('read', async (db) => {
    // PostgreSQL stores no NUL: no bucket is named by one.
    if (!db.may.read || search.includes('\0')) return []
    const { rows } = await db.query<BucketRow>(
      `select ${bucketColumns} from app.buckets b
       where b.tenant_id = $1 and strpos(lower(b.id), lower($2)) > 0 order by b.${column} ${sortOrder}, b.id limit $3 offset $4`,
      [
        db.tenantId,
        search,
        wholeNumber(limit, 'limit', { least: 0, most: 1000, otherwise: 1000 }),
        wholeNumber(offset, 'offset', { least: 0, most: 1e9, otherwise: 0 }),
      ],
    )
    return rows
  })
  return c.json(rows.map(shapeBucket))
}

/** `GET /bucket/:id` */
export async function readBucket(context: StorageContext, c: Context): Promise<Response> {
  return c.json(shapeBucket(await visit(context, c, 'read', (db) => bucketOf(db, idOf(c)))))
}

/** `POST /bucket` */
export async function createBucket(context: StorageContext, c: Context): Promise<Response> {
  const body = await requestJson(c)
  const id = checkBucketName(body['id'] ?? body['name'])
  const settings = bucketSettings(body)
  if (body['type'] !== undefined && body['type'] !== null && body['type'] !== 'STANDARD')
    throw invalidParameter('Only standard buckets are offered here')
  const visitor = await context.host.visitor(c)
  if (!visitor) throw accessDenied()
  await visitor.inTransaction('write', async (db) => {
    requireManage(db)
    const { rowCount } = await db.query(
      `insert into app.buckets (tenant_id, id, public, file_size_limit, allowed_mime_types, owner)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [db.tenantId, id, settings.public ?? false, settings.limit ?? null, settings.types ?? null, db.userId],
    )
    if (rowCount === 0) throw alreadyThere()
    if (settings.public === true) await publish(db, id, true)
  })
  return c.json({ name: id })
}

/** `PUT /bucket/:id` */
export async function updateBucket(context: StorageContext, c: Context): Promise<Response> {
  const settings = bucketSettings(await requestJson(c))
  const id = idOf(c)
  await visit(context, c, 'write', async (db) => {
    const before = await bucketOf(db, id, 'update')
    requireManage(db)
    await db.query(
      `update app.buckets set public = $3, file_size_limit = $4, allowed_mime_types = $5, updated_at = now()
       where tenant_id = $1 and id = $2`,
      [
        db.tenantId,
        id,
        settings.public ?? before.public,
        settings.limit === undefined ? before.file_size_limit : settings.limit,
        settings.types === undefined
          ? before.allowed_mime_types && JSON.stringify(before.allowed_mime_types)
          : settings.types,
      ],
    )
    if (settings.public !== undefined) await publish(db, id, settings.public)
  })
  return c.json({ message: 'Successfully updated' })
}

/** `POST /bucket/:id/empty` */
export async function emptyBucket(context: StorageContext, c: Context): Promise<Response> {
  for (;;) {
    const removed = await visit(context, c, 'write', async (db) => {
      await bucketOf(db, idOf(c), 'share')
      requireManage(db)
      const { rows } = await db.query<{ storage_key: string }>(
        `delete from app.bucket_objects o using (
           select id from app.bucket_objects where tenant_id = $1 and bucket_id = $2 order by name limit 500 for update
         ) as d where o.tenant_id = $1 and o.id = d.id returning o.storage_key`,
        [db.tenantId, idOf(c)],
      )
      await dropBlobs(
        context,
        db,
        rows.map(({ storage_key }) => storage_key),
      )
      return rows.length
    })
    if (removed < 500) return c.json({ message: 'Successfully emptied' })
  }
}

/** `DELETE /bucket/:id` */
export async function deleteBucket(context: StorageContext, c: Context): Promise<Response> {
  await visit(context, c, 'write', async (db) => {
    await bucketOf(db, idOf(c), 'update')
    requireManage(db)
    const { rowCount } = await db.query(
      'select from app.bucket_objects where tenant_id = $1 and bucket_id = $2 limit 1',
      [db.tenantId, idOf(c)],
    )
    if (rowCount > 0)
      throw new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty')
    const { rows } = await db.query<{ storage_key: string }>(
      `select p.storage_key from app.uploads u join app.upload_pieces p on p.tenant_id = u.tenant_id and p.upload_id = u.id
       where u.tenant_id = $1 and u.bucket_id = $2`,
      [db.tenantId, idOf(c)],
    )
    await publish(db, idOf(c), false)
    await db.query('delete from app.buckets where tenant_id = $1 and id = $2', [db.tenantId, idOf(c)])
    await dropBlobs(
      context,
      db,
      rows.map(({ storage_key }) => storage_key),
    )
  })
  return c.json({ message: 'Successfully deleted' })
}

/** Names of public buckets lead to one workspace each, so one that another workspace has is taken. */
async function publish(db: StorageWork, id: string, isPublic: boolean): Promise<void> {
  const { rows } = await db.query<{ ours: boolean }>('select app.publish_bucket($1, $2) as ours', [
    id,
    isPublic,
  ])
  if (rows[0]?.ours !== true) throw alreadyThere()
}

/** What a body says of a bucket; undefined where it says nothing. */
function bucketSettings(body: JsonObject): {
  public: boolean | undefined
  limit: number | null | undefined
  /** JSON. */
  types: string | null | undefined
} {
  const { public: isPublic, file_size_limit: limit, allowed_mime_types: types } = body
  if (isPublic !== undefined && isPublic !== null && typeof isPublic !== 'boolean')
    throw invalidParameter('public must be true or false')
  return { public: isPublic ?? undefined, limit: sizeLimit(limit), types: typeList(types) }
}

const units: Record<string, number> = {
  '': 1,
  B: 1,
  KB: 1000,
  MB: 1e6,
  GB: 1e9,
  KIB: 1024,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
}

/** Bytes, from a number or a text such as `20MB`. */
function sizeLimit(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return value
  const [, digits = '', unit = ''] = /^(\d{1,15})\s?([a-z]{0,3})$/i.exec(String(value)) ?? []
  const factor = Object.hasOwn(units, unit.toUpperCase()) ? units[unit.toUpperCase()] : undefined
  const size = digits === '' || factor === undefined ? 0 : Number(digits) * factor
  if (!Number.isSafeInteger(size) || size < 1) throw invalidParameter('file_size_limit is no size')
  return size
}

function typeList(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return value
  const good =
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every((type) => typeof type === 'string' && /^[\w.+-]+\/(?:[\w.+-]+|\*)$|^\*\/\*$/.test(type))
  if (!good) throw invalidParameter('allowed_mime_types must be a list of types')
  return value.length === 0 ? null : JSON.stringify(value)
}
