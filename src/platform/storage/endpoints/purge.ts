import type { Context } from 'hono'
import { bucketOf } from '../bucket-row.ts'
import { placeOf } from '../names.ts'
import { accessDenied } from '../storage-error.ts'
import type { StorageContext } from '../storage-host.ts'
import { visit } from '../visit.ts'

/** `DELETE /cdn/:bucket[/*]`: no network of copies stands in front of this server, so there is nothing old to forget. */
export async function purge(context: StorageContext, c: Context): Promise<Response> {
  const { bucket } = placeOf(c.req.url, '/cdn/')
  await visit(context, c, 'read', async (db) => {
    await bucketOf(db, bucket)
    if (!db.may.manage) throw accessDenied()
  })
  return c.json({ message: 'success' })
}
