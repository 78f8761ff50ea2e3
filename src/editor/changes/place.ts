import type { Layout } from '#contracts/layout.ts'

/** A position between children: before the child that stands at `index` of the slot now. */
export interface Place {
  parent: string
  slot: string
  index: number
}

/** Where a node hangs; undefined for the root and for a node that hangs nowhere. */
export function placeOf(layout: Layout, id: string): Place | undefined {
  for (const [parent, node] of Object.entries(layout.nodes)) {
    for (const [slot, children] of Object.entries(node.slots ?? {})) {
      const index = children.indexOf(id)
      if (index >= 0) return { parent, slot, index }
    }
  }
  return undefined
}

/** The ids of a node and of everything below it, parents first. */
export function subtreeIds(layout: Layout, id: string): string[] {
  const ids: string[] = []
  const visit = (current: string): void => {
    const node = layout.nodes[current]
    if (!node || ids.includes(current)) return
    ids.push(current)
    for (const children of Object.values(node.slots ?? {})) children.forEach(visit)
  }
  visit(id)
  return ids
}

/** The child ids of a slot; empty when the node or the slot is not there. */
export const childrenAt = (layout: Layout, { parent, slot }: Omit<Place, 'index'>): readonly string[] =>
  layout.nodes[parent]?.slots?.[slot] ?? []
