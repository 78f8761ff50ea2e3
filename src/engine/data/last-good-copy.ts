import { copyDatabase, memoryCopyStore, type CopyStore } from './copy-store.ts'

/** What the server answered once, and when. */
export interface Copy<T = unknown> {
  value: T
  savedAt: string
}

const largestCopy = 512 * 1024

let store: Promise<CopyStore> | null = null

// Nothing is drawn from it before the first answer, so it comes then.
const theStore = (): Promise<CopyStore> => (store ??= openStore())

async function openStore(): Promise<CopyStore> {
  if (typeof indexedDB === 'undefined') return memoryCopyStore()
  try {
    const { indexedCopyStore } = await import('./indexed-copy-store.ts')
    return indexedCopyStore(indexedDB)
  } catch {
    // It cannot be fetched just then. What earlier visits kept goes with the sign-out all the same.
    return { ...memoryCopyStore(), clear: async () => void indexedDB.deleteDatabase(copyDatabase) }
  }
}

/** Uses another store, as tests do. */
export function setCopyStore(other: CopyStore): void {
  store = Promise.resolve(other)
}

/**
 * The place of a copy: copies of one workspace and person never meet those of another (C-13). Null without either, and
 * then nothing is kept.
 */
export const copyKey = (
  owner: { tenantId: string | null; userId: string | null },
  what: readonly unknown[],
): string | null =>
  owner.userId === null || owner.tenantId === null
    ? null
    : JSON.stringify([owner.tenantId, owner.userId, ...what])

/** Keeps an answer. A copy is a comfort: where storage is full or refused, the screen goes on without one. */
export async function keepCopy(key: string | null, value: unknown): Promise<void> {
  if (key === null) return
  const text = JSON.stringify({ value, savedAt: new Date().toISOString() } satisfies Copy)
  if (text.length > largestCopy) return
  await (await theStore()).write(key, text).catch(turnOff)
}

/** The last good copy of an answer, or null. */
export async function readCopy<T>(key: string | null): Promise<Copy<T> | null> {
  if (key === null) return null
  const text = await (await theStore()).read(key).catch(turnOff)
  return typeof text === 'string' ? (JSON.parse(text) as Copy<T>) : null
}

/** Forgets every copy: at sign-out, before anybody else can look. */
export const clearCopies = async (): Promise<void> => (await theStore()).clear()

// A browser that refuses its database (private mode) keeps refusing; from here on copies live for this visit only.
function turnOff(): null {
  setCopyStore(memoryCopyStore())
  return null
}
