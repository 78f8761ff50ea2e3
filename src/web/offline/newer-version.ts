let load: (() => void) | null = null
const listeners = new Set<() => void>()

/** Says that a newer version is there, and what loads it: known for as long as the page is open, whatever it draws. */
export function noticeVersion(next: () => void): void {
  load = next
  for (const listener of listeners) listener()
}

/** What loads the newer version; null while there is none. */
export const newerVersion = (): (() => void) | null => load

/** Calls back when one is there; answers how to stop. */
export function onNewerVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
