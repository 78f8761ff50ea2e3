import type { Json } from '#base/json.ts'
import type { StoredFile } from '#contracts/api/files.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { isKept, keptIn, type KeptFile } from './kept-file.ts'
import { indexedFileStore, type FileStore } from './kept-file-store.ts'

/** Milliseconds after which a file that belongs to nothing any more is forgotten: its form was left. */
const looseFor = 7 * 24 * 3_600_000

let store: FileStore = indexedFileStore()

/** Uses another store, as tests do. */
export function setFileStore(other: FileStore): void {
  store = other
}

/** Keeps a file of a form until it can be sent. Rejects where this browser keeps nothing. */
export async function keepFile(userId: string, file: File): Promise<KeptFile> {
  const { name, type, size } = file
  const id = crypto.randomUUID()
  await store.put({ id, userId, name, bytes: file, at: Date.now(), stored: null })
  return { id, name, type, size, kept: true }
}

/** The bytes of a file that waits here, to be shown; null when it is gone. */
export const keptBytes = async (id: string): Promise<Blob | null> => (await store.read(id))?.bytes ?? null

/**
 * Sends the files of what is to be written and answers it with what the server calls them. What arrived is noted before
 * anything else, so that the same write says the same when it is sent again. Rejects with `ApiError`.
 */
export async function sendKeptFiles(
  api: ApiClient,
  body: Record<string, Json>,
  tenantId: string,
): Promise<Record<string, Json>> {
  const arrived = new Map<string, StoredFile>()
  for (const { id, name } of keptIn(body)) {
    const file = await store.read(id)
    if (!file) throw new ApiError(410, 'failed', 'A file of it is no longer on this device.')
    const stored =
      file.stored ??
      (await api.request<StoredFile>('POST /api/files', {
        search: { name },
        bytes: file.bytes,
        headers: { 'X-Tenant-Id': tenantId },
      }))
    if (!file.stored) await store.put({ ...file, stored })
    arrived.set(id, stored)
  }
  const named = (value: Json): Json => {
    const stored = isKept(value) ? arrived.get(value.id) : undefined
    return stored ? { ...stored } : value
  }
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? value.map(named) : value]),
  )
}

/** Forgets the files of something that was written, or given up. */
export async function forgetFiles(body: Record<string, unknown>): Promise<void> {
  for (const { id } of keptIn(body)) await store.remove(id)
}

/** Forgets every file a person kept here. */
export async function forgetFilesOf(userId: string): Promise<void> {
  for (const file of await store.list()) if (file.userId === userId) await store.remove(file.id)
}

/** Forgets files that were kept long ago and belong to nothing of what waits. */
export async function forgetLooseFiles(waiting: readonly Record<string, unknown>[]): Promise<void> {
  const needed = new Set(waiting.flatMap((body) => keptIn(body).map(({ id }) => id)))
  for (const { id, at } of await store.list())
    if (!needed.has(id) && Date.now() - at > looseFor) await store.remove(id)
}
