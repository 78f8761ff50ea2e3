import type { Layout } from '#contracts/layout.ts'
import { nodePatch, type Change } from './patch.ts'
import { placeOf, subtreeIds } from './place.ts'

/** Takes a node out with everything below it. The root stays: a screen has one. */
export function removeNode(layout: Layout, id: string): Change {
  const place = placeOf(layout, id)
  const parent = place && layout.nodes[place.parent]
  if (!place || !parent) return []
  const children = (parent.slots?.[place.slot] ?? []).filter((child) => child !== id)
  return [
    nodePatch(layout, place.parent, { ...parent, slots: { ...parent.slots, [place.slot]: children } }),
    ...subtreeIds(layout, id).map((removed) => nodePatch(layout, removed, undefined)),
  ]
}
