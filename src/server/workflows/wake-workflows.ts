type Listener = () => void

const listeners = new Set<Listener>()

/** Tells whoever works at runs in this process that one waits. */
export function wakeWorkflows(): void {
  for (const listener of listeners) listener()
}

/** Listens until the returned function is called. */
export function onWakeWorkflows(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
