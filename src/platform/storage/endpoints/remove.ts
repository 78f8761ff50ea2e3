import type { Context } from 'hono'
import { dropBlobs } from '../blobs-of-rows.ts'
import { bucketOf } from '../bucket-row.ts'
import { checkName, placeOf } from '../names.ts'
import { objectColumns, shapeObject, type ObjectRow } from '../object-row.ts'
import { requestJson, textList } from '../request-json.ts'
import { noSuchObject } from '../storage-error.ts'
import type { StorageContext, StorageWork } from '../storage-host.ts'
import { visit } from '../visit.ts'

/** `DELETE /object/:bucket` with `prefixes` (names, in truth) or `DELETE /object/:bucket/*`. Answers what is gone. */
export async function remove(context: StorageContext, c: Context): Promise<Response> {
  const { bucket, name } = placeOf(c.req.url, '/object/')
  const names = name === '' ? textList((await requestJson(c))['prefixes'], 'prefixes') : [name]
  for (const one of names) checkName(one)
  const gone = await visit(context, c, 'write', (db) => removeObjects(context, db, bucket, names))
  if (name === '') return c.json(gone.map((row) => shapeObject(row)))
  if (gone.length === 0) throw noSuchObject()
  return c.json({ message: 'Successfully deleted' })
}

/** Removes the objects of these names that this person may remove; the others stay and are not told of. */
async function removeObjects(
  context: StorageContext,
  db: StorageWork,
  bucket: string,
  names: readonly string[],
): Promise<ObjectRow[]> {
  await bucketOf(db, bucket)
  const { rows } = await db.query<ObjectRow>(
    `with doomed as (
       select id from app.bucket_objects
       where tenant_id = $1 and bucket_id = $2 and name = any($3::text[]) and ($4 or (owner = $5 and $6)) order by name for update
     )
     delete from app.bucket_objects o using doomed d where o.tenant_id = $1 and o.id = d.id returning ${objectColumns}`,
    [db.tenantId, bucket, names, db.may.delete, db.userId, db.may.create],
  )
  await dropBlobs(
    context,
    db,
    rows.map(({ storage_key }) => storage_key),
  )
  return rows
}
