import type { Context } from 'hono'
import { bucketOf } from '../bucket-row.ts'
import { checkName, placeOf } from '../names.ts'
import { readTransform } from '../pictures/read-transform.ts'
import { requestJson, textList, wholeNumber } from '../request-json.ts'
import { signAddress } from '../signed-address.ts'
import { accessDenied, invalidParameter } from '../storage-error.ts'
import type { StorageContext } from '../storage-host.ts'
import { visit } from '../visit.ts'
import { ownObject } from './download.ts'

/** Ten years. */
const longest = 315_360_000

const secondsOf = (value: unknown): number =>
  wholeNumber(value, 'expiresIn', { least: 1, most: longest, otherwise: 60 })

/** `POST /object/sign/:bucket/*` for one object, `POST /object/sign/:bucket` for a list of them. */
export async function sign(context: StorageContext, c: Context): Promise<Response> {
  const place = placeOf(c.req.url, '/object/sign/')
  const body = await requestJson(c)
  const seconds = secondsOf(body['expiresIn'])
  if (place.name === '')
    return signSeveral(context, c, place.bucket, textList(body['paths'], 'paths'), seconds)
  const { tenant_id: tenantId, asker: userId } = await ownObject(context, c, place)
  const { transform } = body
  if (transform === undefined || transform === null) {
    const token = await signAddress(context, { use: 'read', tenantId, userId, ...place }, seconds)
    return c.json({ signedURL: `/object/sign/${place.bucket}/${place.name}?token=${token}` })
  }
  if (typeof transform !== 'object' || Array.isArray(transform))
    throw invalidParameter('transform is no object')
  const texts = Object.fromEntries(Object.entries(transform).map(([key, value]) => [key, String(value)]))
  readTransform(texts)
  const signed = { use: 'picture', tenantId, userId, ...place, transform: texts } as const
  const token = await signAddress(context, signed, seconds)
  return c.json({ signedURL: `/render/image/sign/${place.bucket}/${place.name}?token=${token}` })
}

async function signSeveral(
  context: StorageContext,
  c: Context,
  bucket: string,
  paths: readonly string[],
  seconds: number,
): Promise<Response> {
  for (const path of paths) checkName(path)
  const { tenantId, userId, known } = await visit(context, c, 'read', async (db) => {
    await bucketOf(db, bucket)
    if (!db.may.read) throw accessDenied()
    const { rows } = await db.query<{ name: string }>(
      'select name from app.bucket_objects where tenant_id = $1 and bucket_id = $2 and name = any($3::text[])',
      [db.tenantId, bucket, paths],
    )
    return { tenantId: db.tenantId, userId: db.userId, known: new Set(rows.map(({ name }) => name)) }
  })
  const answers = paths.map(async (name) => {
    if (!known.has(name))
      return {
        error: 'Either the object does not exist or you do not have access to it',
        path: name,
        signedURL: null,
      }
    const token = await signAddress(context, { use: 'read', tenantId, userId, bucket, name }, seconds)
    return { error: null, path: name, signedURL: `/object/sign/${bucket}/${name}?token=${token}` }
  })
  return c.json(await Promise.all(answers))
}
