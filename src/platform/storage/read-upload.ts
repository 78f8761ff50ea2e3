import type { Context } from 'hono'
import { isJsonObject } from '#base/json.ts'
import { parseMultipart } from './parse-multipart.ts'
import { StorageError, invalidParameter, tooLarge } from './storage-error.ts'
import type { ObjectOptions } from './store-object.ts'

export interface ReceivedUpload {
  bytes: AsyncIterable<Uint8Array>
  /** Size in bytes that the sender announced; null when it said nothing. */
  announced: number | null
  options: ObjectOptions
}

/** A form is taken in whole; what is larger comes as plain bytes or in pieces. */
const largestForm = 50 * 1024 * 1024

/**
 * The bytes of an upload with what is said about them: a form (how the client sends a Blob) or a plain body. Throws 400
 * for what is neither, 413 for a form that is too large.
 */
export async function readUpload(c: Context): Promise<ReceivedUpload> {
  const type = c.req.header('content-type') ?? ''
  const upsert = c.req.header('x-upsert') === 'true'
  if (/^multipart\/form-data\b/i.test(type)) return fromForm(c, type, upsert)
  const given = c.req.header('x-metadata')
  const length = c.req.header('content-length')
  return {
    bytes: c.req.raw.body ?? nothing(),
    announced: length === undefined ? null : Number(length),
    options: {
      type: type === '' ? 'application/octet-stream' : type,
      cacheSeconds: cacheSeconds(c.req.header('cache-control')),
      metadata: given === undefined ? null : userMetadata(Buffer.from(given, 'base64').toString('utf8')),
      upsert,
    },
  }
}

async function fromForm(c: Context, type: string, upsert: boolean): Promise<ReceivedUpload> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > largestForm) throw tooLarge()
    chunks.push(chunk)
  }
  const parts = parseMultipart(Buffer.concat(chunks), type)
  const file = parts?.find((part) => part.isFile)
  if (!parts || !file)
    throw new StorageError(400, 'InvalidRequest', 'The form holds no file', { word: 'Bad Request' })
  const field = (name: string): string | undefined =>
    parts.find((part) => !part.isFile && part.name === name)?.bytes.toString('utf8')
  const metadata = field('metadata')
  return {
    bytes: one(file.bytes),
    announced: file.bytes.length,
    options: {
      type: file.type,
      cacheSeconds: cacheSeconds(field('cacheControl')),
      metadata: metadata === undefined ? null : userMetadata(metadata),
      upsert,
    },
  }
}

/** `3600` or `max-age=3600`; an hour when nothing sensible is said (K: the client's own default). */
export function cacheSeconds(said: string | undefined): number {
  const [, digits] = /^(?:max-age=)?(\d{1,9})$/.exec(said?.trim() ?? '') ?? []
  return digits === undefined ? 3600 : Number(digits)
}

/** A sender's own notes about an object: a JSON object up to 16 kB. */
export function userMetadata(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  // PostgreSQL stores no NUL and no half characters.
  const good =
    isJsonObject(value) && text.length <= 16_384 && !/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(value))
  if (!good) throw invalidParameter('metadata must be a JSON object up to 16 kB')
  return value as Record<string, unknown>
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
