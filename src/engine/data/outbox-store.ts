import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Json } from '#base/json.ts'

/** A form that was filled in without connection and waits to be sent. */
export interface Waiting {
  /** The Idempotency-Key it is sent with, however often. */
  key: string
  tenantId: string
  userId: string
  model: string
  /** The record that is changed; null for a new one. */
  id: string | null
  /** The command that makes a new one; the record call where there is none. */
  command?: string
  /** What that was given beside what was typed: it is in the body, and a form cannot take it back. */
  input?: Record<string, Json>
  /** What a person knows it by. */
  title: string
  body: Record<string, Json>
  /** What stood in the form, to be put back into it. */
  typed: Record<string, unknown>
  /** When it was kept, ISO 8601. */
  at: string
  /** When it was sent for the first time; null: it never left. */
  tried: string | null
  /** `choice`: somebody else changed the same fields. `refused`: the server said no. `unsure`: it may have arrived long ago. */
  state: 'waiting' | 'choice' | 'refused' | 'unsure'
  /** Why it was refused, or could not be taken now, in English. */
  problem: string | null
}

/** Where what waits is kept, so that it outlives the page. */
export interface OutboxStore {
  list(): Promise<Waiting[]>
  put(entry: Waiting): Promise<void>
  remove(key: string): Promise<void>
}

interface Schema extends DBSchema {
  waiting: { key: string; value: Waiting }
}

/** In the browser's database. Rejects where the browser refuses it. */
export function indexedOutboxStore(): OutboxStore {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const open = (): Promise<IDBPDatabase<Schema>> =>
    (opened ??= openDB<Schema>('formwork-outbox', 1, {
      upgrade: (database) => void database.createObjectStore('waiting', { keyPath: 'key' }),
    }))
  return {
    list: async () => (await open()).getAll('waiting'),
    put: async (entry) => void (await (await open()).put('waiting', entry)),
    remove: async (key) => (await open()).delete('waiting', key),
  }
}

/** For this visit only: in tests. */
export function memoryOutboxStore(): OutboxStore {
  const entries = new Map<string, Waiting>()
  return {
    list: async () => [...entries.values()],
    put: async (entry) => void entries.set(entry.key, entry),
    remove: async (key) => void entries.delete(key),
  }
}
