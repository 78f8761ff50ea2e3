import type { Context } from 'hono'
import { placeOf } from '../names.ts'
import type { ObjectRow } from '../object-row.ts'
import { pictureStream } from '../pictures/pictures.ts'
import { readTransform } from '../pictures/read-transform.ts'
import { cacheRule, knows, safeHeaders } from '../serve-object.ts'
import { readAddress } from '../signed-address.ts'
import type { StorageContext } from '../storage-host.ts'
import { ownObject, publicObject, signedObject } from './download.ts'

type Shown = Pick<ObjectRow, 'name' | 'type' | 'size' | 'etag' | 'storage_key' | 'cache_seconds'>

async function servePicture(
  context: StorageContext,
  c: Context,
  object: Shown,
  given: Readonly<Record<string, unknown>>,
  isPublic: boolean,
): Promise<Response> {
  const made = await context.pictures.make(object.storage_key, object, readTransform(given))
  const etag = `"${object.etag}-${made.path.slice(-8)}"`
  const headers = {
    ...safeHeaders(context, c, object.name, made.type, isPublic),
    'Cache-Control': cacheRule(object, isPublic),
    ETag: etag,
  }
  if (knows(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(c.req.method === 'HEAD' ? null : pictureStream(made), {
    headers: { ...headers, 'Content-Length': String(made.size) },
  })
}

/** Every parameter once: of a repeated one nobody knows which is meant, so it is no number and refused. */
const parametersOf = (c: Context): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, all]) => [name, all.length === 1 ? all[0] : all]),
  )

/** `GET /render/image/authenticated/:bucket/*` */
export async function render(context: StorageContext, c: Context): Promise<Response> {
  const object = await ownObject(context, c, placeOf(c.req.url, '/render/image/authenticated/'))
  return servePicture(context, c, object, parametersOf(c), false)
}

/** `GET /render/image/public/:bucket/*` */
export async function renderPublic(context: StorageContext, c: Context): Promise<Response> {
  const object = await publicObject(context, placeOf(c.req.url, '/render/image/public/'))
  return servePicture(context, c, object, parametersOf(c), true)
}

/** `GET /render/image/sign/:bucket/*?token=`: how it is changed is signed too. */
export async function renderSigned(context: StorageContext, c: Context): Promise<Response> {
  const place = placeOf(c.req.url, '/render/image/sign/')
  const signed = await readAddress(context, c.req.query('token'), 'picture', place)
  return servePicture(context, c, await signedObject(context, signed), signed.transform ?? {}, false)
}
