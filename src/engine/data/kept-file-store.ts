import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { StoredFile } from '#contracts/api/files.ts'

/** A file on this device, with whose it is and what the server calls it once it arrived there. */
interface FileOnDevice {
  id: string
  userId: string
  name: string
  bytes: Blob
  /** When it was kept, milliseconds since 1970. */
  at: number
  stored: StoredFile | null
  /** When it arrived there, milliseconds since 1970; null: it did not. */
  storedAt: number | null
}

/** Where files wait, so that they outlive the page. */
export interface FileStore {
  read(id: string): Promise<FileOnDevice | undefined>
  list(): Promise<FileOnDevice[]>
  put(file: FileOnDevice): Promise<void>
  remove(id: string): Promise<void>
}

interface Schema extends DBSchema {
  files: { key: string; value: FileOnDevice }
}

/** In the browser's database. Rejects where the browser refuses it. */
export function indexedFileStore(): FileStore {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const open = (): Promise<IDBPDatabase<Schema>> =>
    (opened ??= openDB<Schema>('formwork-files', 1, {
      upgrade: (database) => void database.createObjectStore('files', { keyPath: 'id' }),
    }))
  return {
    read: async (id) => (await open()).get('files', id),
    list: async () => (await open()).getAll('files'),
    put: async (file) => void (await (await open()).put('files', file)),
    remove: async (id) => (await open()).delete('files', id),
  }
}

/** For this visit only: in tests. */
export function memoryFileStore(): FileStore {
  const files = new Map<string, FileOnDevice>()
  return {
    read: async (id) => files.get(id),
    list: async () => [...files.values()],
    put: async (file) => void files.set(file.id, file),
    remove: async (id) => void files.delete(id),
  }
}
