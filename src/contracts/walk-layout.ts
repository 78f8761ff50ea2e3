import type { Layout } from './layout.ts'

/** One place where a node stands. */
export interface NodePlace {
  id: string
  parent: string | null
  slot: string | null
}

/**
 * Every node that is drawn, from the root down, each once: a node named a second time (which would draw it twice, or
 * without end) is left out, as is an id that no node has.
 */
export function walkLayout({ nodes, root }: Pick<Layout, 'nodes' | 'root'>): NodePlace[] {
  const seen = new Set<string>()
  const places: NodePlace[] = []
  const waiting: NodePlace[] = [{ id: root, parent: null, slot: null }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const node = Object.hasOwn(nodes, place.id) ? nodes[place.id] : undefined
    if (!node || seen.has(place.id)) continue
    seen.add(place.id)
    places.push(place)
    for (const [slot, ids] of Object.entries(node.slots ?? {}).toReversed()) {
      for (const id of ids.toReversed()) waiting.push({ id, parent: place.id, slot })
    }
  }
  return places
}

/** The types of all components a layout draws. */
export const componentTypes = (layout: Pick<Layout, 'nodes' | 'root'>): string[] => [
  ...new Set(walkLayout(layout).flatMap(({ id }) => layout.nodes[id]?.component ?? [])),
]
