type Listener = (tenantId: string) => void

const listeners = new Set<Listener>()

/** Tells whoever reads IFC files in this process that one waits in a workspace. */
export function wakeBimReader(tenantId: string): void {
  for (const listener of listeners) listener(tenantId)
}

/** Listens until the returned function is called. */
export function onWakeBimReader(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
