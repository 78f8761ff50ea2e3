import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { ServerEnv } from './context.ts'
import { parseJson } from './parse-json.ts'

export const defaultMaxBody = 5 * 1024 * 1024
// What is too large is still read up to here, so that the answer reaches a client that is busy sending.
const drainLimit = 64 * 1024 * 1024

const tooLarge = (limit: number): AppError =>
  new AppError('too_large', `The body is larger than ${inWords(limit)}.`)

const closedEarly = (options?: ErrorOptions): AppError =>
  new AppError('bad_request', 'The connection was closed before the end of the body.', options)

const inWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 1024 / 1024)} MB`

/** The whole body as bytes. Throws 413 `too_large` above `limit` bytes, whatever Content-Length said. */
export async function readBytes(context: Context<ServerEnv>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  await takePieces(context, limit, (piece) => {
    if (piece) chunks.push(piece)
    else chunks.length = 0
  })
  return chunks.length === 1 ? must(chunks[0]) : Buffer.concat(chunks)
}

/** SHA-256 of a body, of which nothing is kept. Throws 413 as `readBytes`. */
export async function digestOf(context: Context<ServerEnv>, limit: number): Promise<Buffer> {
  const hash = createHash('sha256')
  await takePieces(context, limit, (piece) => {
    if (piece) hash.update(piece)
  })
  return hash.digest()
}

/** Gives `take` each piece of a body, and null for each once it is too large. */
async function takePieces(
  context: Context<ServerEnv>,
  limit: number,
  take: (piece: Buffer | null) => void,
): Promise<void> {
  const announced = Number(context.req.header('content-length') ?? 0)
  const { incoming } = context.env
  let size = 0
  // The socket's own events: a stream or an iterator around it would cost more than all the rest of a small request.
  await new Promise<void>((resolve, reject) => {
    const close = (): void => {
      if (incoming.readableEnded) resolve()
      else reject(closedEarly())
    }
    if (incoming.destroyed) return close()
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      take(size <= limit && announced <= limit ? chunk : null)
      if (size <= Math.max(limit, drainLimit)) return
      context.header('Connection', 'close')
      incoming.pause()
      resolve()
    })
    incoming.on('end', resolve)
    incoming.on('error', (cause) => reject(closedEarly({ cause })))
    incoming.on('close', close)
  })
  if (size > limit) throw tooLarge(limit)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A JSON body, or undefined when there is none. Throws 415 for another content type, charset or packing, 413, 400 for what
 * is not UTF-8 or not JSON, 422 as `parseJson` says.
 */
export async function readJson(
  context: Context<ServerEnv>,
  limit: number,
): Promise<{ value: unknown; bytes: Buffer }> {
  const bytes = await readBytes(context, limit)
  if (bytes.length === 0) return { value: undefined, bytes }
  checkSentAs(context.req.header('content-type') ?? '', context.req.header('content-encoding') ?? '')
  return { value: parseJson(decode(bytes)), bytes }
}

// What names another writing or a packing is refused rather than read as what it says it is not.
function checkSentAs(contentType: string, encoding: string): void {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (type !== 'application/json') throw new AppError('unsupported_media_type')
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length)
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset))
    throw new AppError('unsupported_media_type', 'Send JSON as UTF-8.')
  if (!/^(identity)?$/i.test(encoding.trim()))
    throw new AppError('unsupported_media_type', 'Send the body without Content-Encoding.')
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw new AppError('bad_request', 'The body is not valid UTF-8.', { cause: error })
  }
}
