import type { Context } from 'hono'
import type { ByteRange } from '#base/blob-backend.ts'
import { byteRange } from '#base/byte-range.ts'

interface Sent {
  size: number
  /** SHA-256 in hex: equal bytes have equal tags. */
  sha256: string
  headers: Record<string, string>
}

/**
 * Bytes as the request wants them: all (200), a part (206 for `Range: bytes=0-99`), none because the asker has them (304 for
 * `If-None-Match`), or a refusal for a part that is not there (416).
 */
export async function sendBytes(
  { req }: Context,
  { size, sha256, headers }: Sent,
  read: (range?: ByteRange) => Promise<ReadableStream<Uint8Array>>,
): Promise<Response> {
  const etag = `"${sha256}"`
  const all = { ...headers, ETag: etag, 'Accept-Ranges': 'bytes' }
  if (names(req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers: all })
  const condition = req.header('if-range')
  // A part of something else than what the asker has the beginning of would help nobody.
  const wanted = condition === undefined || condition === etag ? req.header('range') : undefined
  const range = byteRange(wanted, size)
  if (range === 'none')
    return new Response(null, { status: 416, headers: { ...all, 'Content-Range': `bytes */${size}` } })
  const part = range && { 'Content-Range': `bytes ${range.from}-${range.to}/${size}` }
  const length = range ? range.to - range.from + 1 : size
  return new Response(req.method === 'HEAD' ? null : await read(range ?? undefined), {
    status: range ? 206 : 200,
    headers: { ...all, ...part, 'Content-Length': String(length) },
  })
}

const names = (condition: string | undefined, etag: string): boolean =>
  condition !== undefined &&
  condition.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
