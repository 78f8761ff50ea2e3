type Listener = (tenantId: string) => void

const listeners = new Set<Listener>()

/** Tells whoever recalculates in this process that there is work in a workspace. */
export function wakeRecalculation(tenantId: string): void {
  for (const listener of listeners) listener(tenantId)
}

/** Listens until the returned function is called. */
export function onWake(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
