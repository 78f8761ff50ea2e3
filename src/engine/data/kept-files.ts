import type { Json } from '#base/json.ts'
import type { StoredFile } from '#contracts/api/files.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { isKept, keptIn, wholeUpTo, type KeptFile } from './kept-file.ts'
import { indexedFileStore, type FileStore } from './kept-file-store.ts'
import type { SendingState } from './send-in-pieces.ts'

/** Milliseconds after which a file that belongs to nothing any more is forgotten: its form was left. */
const looseFor = 7 * 24 * 3_600_000
/** The server gives up after a day what no record holds; what arrived longer ago than this is sent again. */
const storedFor = 20 * 3_600_000

let store: FileStore = indexedFileStore()

/** Uses another store, as tests do. */
export function setFileStore(other: FileStore): void {
  store = other
}

/** Keeps a file of a form until it can be sent. Rejects where this browser keeps nothing. */
export async function keepFile(userId: string, file: File): Promise<KeptFile> {
  const { name, type, size } = file
  const id = crypto.randomUUID()
  await store.put({ id, userId, name, bytes: file, at: Date.now(), stored: null, storedAt: null })
  return { id, name, type, size, kept: true }
}

/** The bytes of a file that waits here, to be shown; null when it is gone. */
export const keptBytes = async (id: string): Promise<Blob | null> => (await store.read(id))?.bytes ?? null

/**
 * Sends the files of what is to be written and answers it with what the server calls them. What arrived is noted before
 * anything else, so that the same write says the same when it is sent again; with `tried` it may have happened, and says so
 * however long ago that was. Rejects with `ApiError`.
 */
export async function sendKeptFiles(
  api: ApiClient,
  body: Record<string, Json>,
  tenantId: string,
  tried = false,
): Promise<Record<string, Json>> {
  const arrived = new Map<string, StoredFile>()
  for (const { id, name } of keptIn(body)) {
    const file = await store.read(id)
    if (!file) throw new ApiError(410, 'failed', 'A file of it is no longer on this device.')
    const isThere = tried || Date.now() - (file.storedAt ?? file.at) < storedFor
    const known = isThere ? file.stored : null
    const stored = known ?? (await sendFile(api, name, file.bytes, tenantId))
    // Forgotten while it was on its way: it does not come back.
    if (!known && (await store.read(id))) await store.put({ ...file, stored, storedAt: Date.now() })
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

async function sendFile(api: ApiClient, name: string, bytes: Blob, tenantId: string): Promise<StoredFile> {
  if (bytes.size > wholeUpTo) {
    const { sendInPieces } = await import('./send-in-pieces.ts').catch((cause: unknown) => {
      throw new ApiError(0, 'unreachable', 'The server could not be reached.', { cause })
    })
    const listeners = {
      onProgress: () => undefined,
      // Without connection it waits on the device and holds up nothing else.
      onState: (state: SendingState) => state === 'lost' && sending.cancel(),
    }
    const sending = sendInPieces(api, new File([bytes], name, { type: bytes.type }), listeners, tenantId)
    const arrived = await sending.done
    if (arrived === 'cancelled') throw new ApiError(0, 'unreachable', 'The server could not be reached.')
    if (arrived !== 'whole-only') return arrived
  }
  const headers = { 'X-Tenant-Id': tenantId }
  return api.request<StoredFile>('POST /api/files', { search: { name }, bytes, headers })
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
