import type { Layout } from '#contracts/layout.ts'
import { nodePatch, type Change } from './patch.ts'
import { childrenAt, placeOf, subtreeIds, type Place } from './place.ts'

/** Whether a node may hang at a place: never below itself. */
export const mayMove = (layout: Layout, id: string, place: Place): boolean =>
  id !== layout.root &&
  layout.nodes[place.parent] !== undefined &&
  !subtreeIds(layout, id).includes(place.parent)

/** Moves a node to a place, counted before the move: within one slot, a later index is corrected for the gap it leaves. */
export function moveNode(layout: Layout, id: string, place: Place): Change {
  const from = placeOf(layout, id)
  if (!from || !mayMove(layout, id, place)) return []
  const sameSlot = from.parent === place.parent && from.slot === place.slot
  const index = sameSlot && place.index > from.index ? place.index - 1 : place.index
  if (sameSlot && index === from.index) return []

  const without = childrenAt(layout, from).filter((child) => child !== id)
  const target = sameSlot ? without : [...childrenAt(layout, place)]
  const children = [...target]
  children.splice(Math.max(0, Math.min(index, children.length)), 0, id)

  const slots = new Map<string, Record<string, string[]>>()
  const slotsOf = (parent: string): Record<string, string[]> =>
    slots.get(parent) ?? { ...layout.nodes[parent]?.slots }
  slots.set(from.parent, { ...slotsOf(from.parent), [from.slot]: without })
  slots.set(place.parent, { ...slotsOf(place.parent), [place.slot]: children })
  return [...slots].flatMap(([parent, next]) => {
    const node = layout.nodes[parent]
    return node ? [nodePatch(layout, parent, { ...node, slots: next })] : []
  })
}
