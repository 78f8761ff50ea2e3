import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import type { ServerEnv } from './context.ts'
import { readBytes } from './read-body.ts'
import type { Received } from './route.ts'

/** The body of a call that takes a small file, in memory. Throws 413 `too_large`. */
export async function receiveBytes(
  context: Context<ServerEnv>,
  { maxBody = 0 }: Pick<Endpoint, 'maxBody'>,
): Promise<Received<Buffer>> {
  const given = Buffer.from(await readBytes(context, maxBody))
  return { given, digest: createHash('sha256').update(given).digest() }
}
