import type { Context } from 'hono'
import { bucketOf } from '../bucket-row.ts'
import { checkName, placeOf } from '../names.ts'
import { findObject, metadataOf, type ObjectRow } from '../object-row.ts'
import { serveObject } from '../serve-object.ts'
import { readAddress, type SignedAddress } from '../signed-address.ts'
import { accessDenied, noSuchObject } from '../storage-error.ts'
import type { StorageContext } from '../storage-host.ts'
import { visit } from '../visit.ts'

export interface Place {
  bucket: string
  name: string
}

/** An object that whoever asks may read, and who that is; 404 when there is none, or none for them. */
export async function ownObject(
  context: StorageContext,
  c: Context,
  place: Place,
): Promise<ObjectRow & { asker: string | null }> {
  checkName(place.name)
  return visit(context, c, 'read', async (db) => {
    await bucketOf(db, place.bucket)
    if (!db.may.read) throw accessDenied()
    const row = await findObject(db, place.bucket, place.name)
    if (!row) throw noSuchObject()
    return { ...row, asker: db.userId }
  })
}

type SharedRow = Omit<ObjectRow, 'bucket_id' | 'owner'>

const shownColumns = '*, size::float8 as size, created_at::text as created_at, updated_at::text as updated_at'

/** An object of a public bucket. */
export const publicObject = (context: StorageContext, { bucket, name }: Place): Promise<SharedRow> =>
  sharedObject(context, name, `select ${shownColumns} from app.shared_object(null, $1, $2)`, [bucket, name])

/** The object that a signed address leads to: none once whoever signed it is no member any more. */
export const signedObject = (
  context: StorageContext,
  { tenantId, bucket, name, userId = null }: SignedAddress,
): Promise<SharedRow> =>
  sharedObject(context, name, `select ${shownColumns} from app.signed_object($1, $2, $3, $4)`, [
    tenantId,
    bucket,
    name,
    userId,
  ])

async function sharedObject(
  { host }: StorageContext,
  name: string,
  text: string,
  values: unknown[],
): Promise<SharedRow> {
  checkName(name)
  const { rows } = await host.outside((db) => db.query<SharedRow>(text, values))
  const [row] = rows
  if (!row) throw noSuchObject()
  return row
}

/** `GET|HEAD /object/:bucket/*` and `/object/authenticated/:bucket/*` */
export const download =
  (start: '/object/' | '/object/authenticated/') =>
  async (context: StorageContext, c: Context): Promise<Response> =>
    serveObject(context, c, await ownObject(context, c, placeOf(c.req.url, start)), false)

/** `GET|HEAD /object/public/:bucket/*` */
export async function downloadPublic(context: StorageContext, c: Context): Promise<Response> {
  const object = await publicObject(context, placeOf(c.req.url, '/object/public/'))
  return serveObject(context, c, object, true)
}

/** `GET|HEAD /object/sign/:bucket/*?token=` */
export async function downloadSigned(context: StorageContext, c: Context): Promise<Response> {
  const place = placeOf(c.req.url, '/object/sign/')
  const signed = await readAddress(context, c.req.query('token'), 'read', place)
  return serveObject(context, c, await signedObject(context, signed), false)
}

const shapeInfo = (row: SharedRow, bucket: string) => ({
  id: row.id,
  name: row.name,
  version: row.version,
  bucket_id: bucket,
  size: row.size,
  content_type: row.type,
  cache_control: metadataOf({ ...row, bucket_id: bucket, owner: null }).cacheControl,
  etag: `"${row.etag}"`,
  metadata: row.user_metadata ?? {},
  last_modified: new Date(row.updated_at).toISOString(),
  created_at: new Date(row.created_at).toISOString(),
})

/** `GET|HEAD /object/info/:bucket/*`, `/object/info/authenticated/…` */
export const info =
  (start: '/object/info/' | '/object/info/authenticated/') =>
  async (context: StorageContext, c: Context): Promise<Response> => {
    const place = placeOf(c.req.url, start)
    return c.json(shapeInfo(await ownObject(context, c, place), place.bucket), 200, noStore)
  }

/** `GET|HEAD /object/info/public/:bucket/*` */
export async function infoPublic(context: StorageContext, c: Context): Promise<Response> {
  const place = placeOf(c.req.url, '/object/info/public/')
  return c.json(shapeInfo(await publicObject(context, place), place.bucket), 200, noStore)
}

const noStore = { 'Cache-Control': 'private, no-store' }
