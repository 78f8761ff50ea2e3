import type { Layout, LayoutNode } from '#contracts/layout.ts'
import { insertNode } from './insert-node.ts'
import { newNodeId } from './new-node-id.ts'
import type { Change } from './patch.ts'
import { placeOf, subtreeIds } from './place.ts'

/** Puts a copy right after the node, with new ids all the way down. Returns the change and the copy's id. */
export function duplicateNode(layout: Layout, id: string): { change: Change; id: string } | undefined {
  const place = placeOf(layout, id)
  if (!place) return undefined
  const taken = new Set(Object.keys(layout.nodes))
  const copies = new Map(
    subtreeIds(layout, id).map((old) => [old, newNodeId(layout.nodes[old]?.component ?? 'node', taken)]),
  )
  const nodes: Record<string, LayoutNode> = {}
  for (const [old, copy] of copies) {
    const node = layout.nodes[old]
    if (!node) continue
    const slots = Object.entries(node.slots ?? {}).map(([slot, children]) => [
      slot,
      children.map((child) => copies.get(child) ?? child),
    ])
    nodes[copy] = {
      ...structuredClone(node),
      ...(node.slots && { slots: Object.fromEntries(slots) as Record<string, string[]> }),
    }
  }
  const root = copies.get(id)
  if (!root) return undefined
  return { change: insertNode(layout, { root, nodes }, { ...place, index: place.index + 1 }), id: root }
}
