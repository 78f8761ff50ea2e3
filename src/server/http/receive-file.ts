import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Context } from 'hono'
import { AppError } from '#base/app-error.ts'
import type { Caller } from '../database/in-tenant.ts'
import type { FileStore } from '../files/file-store.ts'
import type { ServerEnv } from './context.ts'

/**
 * Keeps the body of a call as a file and answers its key and the SHA-256 of its bytes; never more than a piece of it is in memory. Throws 422 `invalid`
 * for an empty one, 413 `too_large`, 507 `storage_full`; nothing is left of it then.
 */
export async function receiveFile(
  { caller, context }: { caller: Caller; context: Context<ServerEnv> },
  store: FileStore,
  limit: number,
): Promise<{ key: string; digest: Buffer }> {
  const { body } = context.req.raw
  if (!body) throw new AppError('invalid', 'The file is empty.')
  const pieces = Readable.fromWeb(body as ReadableStream<Uint8Array>)
  const hash = createHash('sha256')
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      hash.update(piece)
      yield piece
    }
  }
  try {
    const { key } = await store.putStream(hashed(), limit, store.newKey(caller.tenantId))
    return { key, digest: hash.digest() }
  } catch (error) {
    // What is on its way is still taken in for a moment, so that the answer reaches a client that is busy sending.
    if (error instanceof AppError && error.code === 'too_large') context.header('Connection', 'close')
    throw error
  }
}
