import type { Context } from 'hono'
import { noSuchBucket } from './storage-error.ts'
import type { StorageContext, StorageWork } from './storage-host.ts'

/** One transaction of whoever asks, in their workspace. Nobody in particular has no buckets: 404. */
export async function visit<T>(
  { host }: StorageContext,
  c: Context,
  mode: 'read' | 'write',
  work: (db: StorageWork) => Promise<T>,
): Promise<T> {
  const visitor = await host.visitor(c)
  if (!visitor) throw noSuchBucket()
  return visitor.inTransaction(mode, work)
}
