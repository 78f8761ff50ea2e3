/** Where last good copies are kept: a small map from text to text that outlives the page. */
export interface CopyStore {
  read(key: string): Promise<string | null>
  write(key: string, text: string): Promise<void>
  clear(): Promise<void>
}

/** The database that copies are kept in. */
export const copyDatabase = 'formwork-copies'

/** Keeps copies for this visit only: where the browser has no database, and in tests. */
export function memoryCopyStore(): CopyStore {
  const copies = new Map<string, string>()
  return {
    read: async (key) => copies.get(key) ?? null,
    write: async (key, text) => void copies.set(key, text),
    clear: async () => copies.clear(),
  }
}
