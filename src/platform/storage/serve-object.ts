import type { Context } from 'hono'
import { byteRange } from '#base/byte-range.ts'
import type { ObjectRow } from './object-row.ts'
import type { StorageContext } from './storage-host.ts'

type Served = Pick<
  ObjectRow,
  'name' | 'size' | 'type' | 'etag' | 'cache_seconds' | 'storage_key' | 'updated_at'
>

/** How far an answer may travel: a public bucket's by its own rule, any other only to who asked. */
export const cacheRule = (object: Pick<ObjectRow, 'cache_seconds'>, isPublic: boolean): string =>
  isPublic ? `public, max-age=${object.cache_seconds}` : 'private, no-cache'

/** Headers that keep what somebody uploaded from acting as a page of ours. */
export function safeHeaders(
  { host }: StorageContext,
  c: Context,
  name: string,
  type: string,
  isPublic: boolean,
): Record<string, string> {
  const wanted = c.req.query('download')
  const inline = wanted === undefined && host.shownInline.has(type)
  const ownName = wanted === undefined || wanted === '' || wanted === 'true' ? name.split('/').at(-1) : wanted
  return {
    'Content-Type': type,
    'Content-Disposition': host.disposition(inline ? 'inline' : 'attachment', ownName ?? name),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-origin',
  }
}

/** Answers an object, or the part of it that is asked for, or that the asker has it already. */
export async function serveObject(
  context: StorageContext,
  c: Context,
  object: Served,
  isPublic: boolean,
): Promise<Response> {
  const etag = `"${object.etag}"`
  const headers: Record<string, string> = {
    ...safeHeaders(context, c, object.name, object.type, isPublic),
    'Cache-Control': cacheRule(object, isPublic),
    ETag: etag,
    'Last-Modified': new Date(object.updated_at).toUTCString(),
    'Accept-Ranges': 'bytes',
  }
  if (knows(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const condition = c.req.header('if-range')
  const wanted = condition === undefined || condition === etag ? c.req.header('range') : undefined
  const range = byteRange(wanted, object.size)
  if (range === 'none')
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${object.size}` },
    })
  headers['Content-Length'] = String(range ? range.to - range.from + 1 : object.size)
  if (range) headers['Content-Range'] = `bytes ${range.from}-${range.to}/${object.size}`
  const bytes =
    c.req.method === 'HEAD' ? null : await context.blobs.read(object.storage_key, range ?? undefined)
  return new Response(bytes, { status: range ? 206 : 200, headers })
}

/** Whether `If-None-Match` names what is there. */
export const knows = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
