import type { Layout, LayoutNode } from '#contracts/layout.ts'
import { nodePatch, type Change } from './patch.ts'
import { childrenAt, type Place } from './place.ts'

/** Nodes that belong together, ready to be put somewhere: ids are new, `root` is the topmost. */
export interface Subtree {
  root: string
  nodes: Record<string, LayoutNode>
}

/** Puts a subtree at a place. The index is held within the slot. */
export function insertNode(layout: Layout, subtree: Subtree, place: Place): Change {
  const parent = layout.nodes[place.parent]
  if (!parent) return []
  const children = [...childrenAt(layout, place)]
  children.splice(Math.max(0, Math.min(place.index, children.length)), 0, subtree.root)
  return [
    ...Object.entries(subtree.nodes).map(([id, node]) => nodePatch(layout, id, node)),
    nodePatch(layout, place.parent, { ...parent, slots: { ...parent.slots, [place.slot]: children } }),
  ]
}
