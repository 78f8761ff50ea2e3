import type { Context } from 'hono'
import { checkName, placeOf } from '../names.ts'
import { readUpload } from '../read-upload.ts'
import { readAddress, signAddress } from '../signed-address.ts'
import { accessDenied } from '../storage-error.ts'
import type { StorageContext } from '../storage-host.ts'
import { mayStore, storeObject } from '../store-object.ts'
import { visit } from '../visit.ts'

/** Two hours, as at the hosted service. */
const uploadSeconds = 7200

/** `POST /object/:bucket/*` makes an object, `PUT` replaces it or makes it. */
export async function upload(context: StorageContext, c: Context): Promise<Response> {
  const { bucket, name } = placeOf(c.req.url, '/object/')
  checkName(name)
  const visitor = await context.host.visitor(c)
  if (!visitor) throw accessDenied()
  const { bytes, announced, options } = await readUpload(c)
  const asked = { ...options, upsert: options.upsert || c.req.method === 'PUT' }
  const { id } = await storeObject(context, visitor, { bucket, name }, bytes, asked, announced)
  return c.json({ Key: `${bucket}/${name}`, Id: id })
}

/** `POST /object/upload/sign/:bucket/*`: an address to which somebody without a sign-in may upload this one object. */
export async function signUpload(context: StorageContext, c: Context): Promise<Response> {
  const { bucket, name } = placeOf(c.req.url, '/object/upload/sign/')
  checkName(name)
  const upsert = c.req.header('x-upsert') === 'true'
  const who = await visit(context, c, 'read', async (db) => {
    await mayStore(db, { bucket, name }, upsert)
    return { tenantId: db.tenantId, userId: db.userId, replaces: db.may.update }
  })
  const token = await signAddress(context, { use: 'write', ...who, bucket, name, upsert }, uploadSeconds)
  return c.json({ url: `/object/upload/sign/${bucket}/${encodeURI(name)}?token=${token}`, token })
}

/** `PUT /object/upload/sign/:bucket/*?token=` */
export async function uploadToSigned(context: StorageContext, c: Context): Promise<Response> {
  const { bucket, name } = placeOf(c.req.url, '/object/upload/sign/')
  checkName(name)
  const signed = await readAddress(context, c.req.query('token'), 'write', { bucket, name })
  const visitor = context.host.onBehalf(signed.tenantId, {
    userId: signed.userId ?? null,
    replaces: signed.replaces === true,
  })
  const { bytes, announced, options } = await readUpload(c)
  // Whoever signed said whether something may be replaced; what the sender says can only be less.
  const asked = { ...options, upsert: signed.upsert === true }
  await storeObject(context, visitor, { bucket, name }, bytes, asked, announced)
  return c.json({ Key: `${bucket}/${name}` })
}
