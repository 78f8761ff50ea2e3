/** A short id that no node has yet, such as `card-k3x9qf`; it is added to `taken`. Random, so that two editors do not meet. */
export function newNodeId(component: string, taken: Set<string>): string {
  for (;;) {
    const random = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
      (byte % 36).toString(36),
    ).join('')
    const id = `${component}-${random}`
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}
