type Listener = () => void

const listeners = new Set<Listener>()

/** Tells whoever does imports and exports in this process that one waits. */
export function wakeTransfers(): void {
  for (const listener of listeners) listener()
}

/** Listens until the returned function is called. */
export function onWakeTransfers(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
