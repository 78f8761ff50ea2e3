import type { Context } from 'hono'
import { isJsonObject, type JsonObject } from '#base/json.ts'
import { bucketOf } from '../bucket-row.ts'
import { checkPrefix } from '../names.ts'
import { metadataOf, objectColumns, shapeObject, type ObjectRow } from '../object-row.ts'
import { requestJson, wholeNumber } from '../request-json.ts'
import { accessDenied, invalidKey, invalidParameter } from '../storage-error.ts'
import type { StorageContext, StorageWork } from '../storage-host.ts'
import { visit } from '../visit.ts'

/** C-15. */
const usualLimit = 100
const largestLimit = 1000

// A page larger than any is taken for a mistake and answered as the usual one.
const limitOf = (value: unknown): number => {
  const limit = wholeNumber(value, 'limit', {
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    otherwise: usualLimit,
  })
  return limit > largestLimit ? usualLimit : limit
}

/** A step of a list: an object, or a folder when it has no id. */
type Step = { step: string } & (ObjectRow | { id: null })

const columns: Record<string, string> = {
  name: 'step',
  updated_at: 'updated_at',
  created_at: 'created_at',
  last_accessed_at: 'updated_at',
}

function orderOf(value: unknown): string {
  const { column = 'name', order = 'asc' } = isJsonObject(value) ? value : {}
  const known = typeof column === 'string' && Object.hasOwn(columns, column) ? columns[column] : undefined
  const way = order === null ? 'asc' : order
  if (known === undefined || (way !== 'asc' && way !== 'desc'))
    throw invalidParameter('sortBy names a column or an order that is not known')
  return known === 'step' ? `step collate "C" ${way}` : `${known} ${way} nulls last, step collate "C" asc`
}

/** `POST /object/list/:bucket`: what lies in a folder; folders below it are one line each. */
export async function list(context: StorageContext, c: Context): Promise<Response> {
  const body = await requestJson(c)
  const bucket = c.req.param('bucket') ?? ''
  const prefix = checkPrefix(body['prefix'])
  const order = orderOf(body['sortBy'])
  const search = searchOf(body)
  const limit = limitOf(body['limit'])
  const offset = wholeNumber(body['offset'], 'offset', { least: 0, most: 1e9, otherwise: 0 })
  const steps = await visit(context, c, 'read', async (db) => {
    await bucketOf(db, bucket)
    if (!db.may.read) throw accessDenied()
    return stepsIn(db, bucket, prefix === '' ? '' : `${prefix}/`, { order, search, limit, offset })
  })
  return c.json(steps.map(shapeStep), 200, { 'Cache-Control': 'private, no-store' })
}

const shapeStep = (step: Step) =>
  step.id === null
    ? {
        name: step.step,
        id: null,
        updated_at: null,
        created_at: null,
        last_accessed_at: null,
        metadata: null,
      }
    : shapeObject(step, step.step)

function searchOf(body: JsonObject): string {
  const search = body['search'] ?? ''
  if (typeof search !== 'string' || search.length > 1024 || search.includes('\0')) throw invalidKey()
  return search
}

async function stepsIn(
  db: StorageWork,
  bucket: string,
  folder: string,
  { order, search, limit, offset }: { order: string; search: string; limit: number; offset: number },
): Promise<Step[]> {
  const { rows } = await db.query<Step>(
    `with inside as (
       select o.*, split_part(substr(o.name, length($3) + 1), '/', 1) as step,
         strpos(substr(o.name, length($3) + 1), '/') > 0 as is_folder
       from app.bucket_objects o
       where o.tenant_id = $1 and o.bucket_id = $2 and starts_with(o.name, $3)
     ), lines as (
       select distinct on (step, is_folder) case when is_folder then null else id end as id, step,
         case when is_folder then null else updated_at end as updated_at, case when is_folder then null else created_at end as created_at
       from inside where strpos(lower(step), lower($4)) > 0 order by step, is_folder
     ), page as (
       select *, row_number() over (order by ${order}) as place from lines order by ${order} limit $5 offset $6
     )
     select p.step, ${objectColumns} from page p left join app.bucket_objects o on o.tenant_id = $1 and o.id = p.id order by p.place`,
    [db.tenantId, bucket, folder, search, limit, offset],
  )
  return rows
}

/** `POST /object/list-v2/:bucket`: by names, page after page; with a delimiter folders are told apart. */
export async function listPages(context: StorageContext, c: Context): Promise<Response> {
  const body = await requestJson(c)
  const bucket = c.req.param('bucket') ?? ''
  const { prefix = '', with_delimiter: delimited = false, sortBy } = body
  if (typeof prefix !== 'string' || typeof delimited !== 'boolean')
    throw invalidParameter('prefix or with_delimiter')
  if (prefix !== '') checkPrefix(prefix)
  const order = isJsonObject(sortBy)
    ? { column: sortBy['column'] ?? 'name', order: sortBy['order'] ?? 'asc' }
    : null
  const sort = orderOf(order ?? {})
  const limit = Math.max(1, limitOf(body['limit']))
  const offset = readCursor(body['cursor'])
  const lines = await visit(context, c, 'read', async (db) => {
    await bucketOf(db, bucket)
    if (!db.may.read) throw accessDenied()
    return linesOf(db, bucket, prefix, delimited, sort, limit + 1, offset)
  })
  const page = lines.slice(0, limit)
  const hasNext = lines.length > limit
  return c.json(
    {
      hasNext,
      ...(hasNext && { nextCursor: Buffer.from(`after ${offset + limit}`).toString('base64url') }),
      folders: page.flatMap((line) => (line.id === null ? [{ name: line.step, key: line.step }] : [])),
      objects: page.flatMap((line) =>
        line.id === null
          ? []
          : [
              {
                name: line.step,
                key: line.step,
                id: line.id,
                created_at: line.created_at,
                updated_at: line.updated_at,
                last_accessed_at: line.updated_at,
                metadata: metadataOf(line),
              },
            ],
      ),
    },
    200,
    { 'Cache-Control': 'private, no-store' },
  )
}

function readCursor(cursor: unknown): number {
  if (cursor === undefined || cursor === null || cursor === '') return 0
  const [, digits] =
    /^after (\d{1,9})$/.exec(Buffer.from(String(cursor), 'base64url').toString('latin1')) ?? []
  if (digits === undefined) throw invalidParameter('cursor is none of ours')
  return Number(digits)
}

async function linesOf(
  db: StorageWork,
  bucket: string,
  prefix: string,
  delimited: boolean,
  order: string,
  limit: number,
  offset: number,
): Promise<Step[]> {
  const { rows } = await db.query<Step>(
    `with inside as (
       select o.id, o.name, o.created_at, o.updated_at, $4 and strpos(substr(o.name, length($3) + 1), '/') > 0 as is_folder
       from app.bucket_objects o
       where o.tenant_id = $1 and o.bucket_id = $2 and starts_with(o.name, $3)
     ), lines as (
       select distinct on (step) * from (
         select case when is_folder then null else id end as id,
           case when is_folder then left(name, length($3) + strpos(substr(name, length($3) + 1), '/')) else name end as step,
           case when is_folder then null else updated_at end as updated_at, case when is_folder then null else created_at end as created_at
         from inside
       ) as all_lines order by step
     ), page as (
       select *, row_number() over (order by ${order}) as place from lines order by ${order} limit $5 offset $6
     )
     select p.step, ${objectColumns} from page p left join app.bucket_objects o on o.tenant_id = $1 and o.id = p.id order by p.place`,
    [db.tenantId, bucket, prefix, delimited, limit, offset],
  )
  return rows
}
