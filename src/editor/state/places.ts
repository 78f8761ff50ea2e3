import type { Layout } from '#contracts/layout.ts'
import { mayMove } from '../changes/move-node.ts'
import { childrenAt, placeOf, type Place } from '../changes/place.ts'
import { layoutOf, type EditorStore } from './editor-store.ts'

/** What is put somewhere: a node that is there, or a new part of a type. */
export type Thing = { node: string } | { component: string }

/** The slots of a node: those its component declares, then any the layout fills besides. `content` comes first: it is what a part is about. */
export function slotsOf(store: EditorStore, layout: Layout, id: string): string[] {
  const node = layout.nodes[id]
  if (!node) return []
  const declared = Object.keys(store.components[node.component]?.slots ?? {})
  return [...new Set([...declared, ...Object.keys(node.slots ?? {})])]
}

export const preferredSlot = (slots: readonly string[]): string | undefined =>
  slots.includes('content') ? 'content' : slots[0]

/** The slot in which a part with nothing in it waits for its first child: what it is for. Null when it holds something, or needs nothing. */
export function mainSlot(store: EditorStore, layout: Layout, id: string): string | null {
  const node = layout.nodes[id]
  const component = node && store.components[node.component]
  if (!component || Object.values(node.slots ?? {}).some((children) => children.length > 0)) return null
  return Object.keys(component.slots).find((slot) => slot === 'content' || slot === 'item') ?? null
}

/** Whether a thing may stand at a place: not below itself, and only where the slot takes its type. */
export function mayStand(store: EditorStore, thing: Thing, place: Place): boolean {
  const layout = layoutOf(store)
  const parent = layout.nodes[place.parent]
  if (!parent) return false
  if ('node' in thing && !mayMove(layout, thing.node, place)) return false
  const component = 'node' in thing ? layout.nodes[thing.node]?.component : thing.component
  const accepts = store.components[parent.component]?.slots[place.slot]?.accepts
  return component !== undefined && (!accepts || accepts.includes(component))
}

/** Every place where a thing may stand, from top to bottom. */
export function allPlaces(store: EditorStore, thing: Thing): Place[] {
  const layout = layoutOf(store)
  const places: Place[] = []
  const visit = (parent: string): void => {
    for (const slot of slotsOf(store, layout, parent)) {
      const children = childrenAt(layout, { parent, slot })
      for (const [index, child] of children.entries()) {
        places.push({ parent, slot, index })
        visit(child)
      }
      places.push({ parent, slot, index: children.length })
    }
  }
  visit(layout.root)
  return places.filter((place) => mayStand(store, thing, place) && !isWhereItIs(layout, thing, place))
}

// Before itself and right after itself are where it stands already.
function isWhereItIs(layout: Layout, thing: Thing, place: Place): boolean {
  const from = 'node' in thing ? placeOf(layout, thing.node) : undefined
  if (!from || from.parent !== place.parent || from.slot !== place.slot) return false
  return place.index === from.index || place.index === from.index + 1
}

/** Where a new part goes when nobody says: the marked place, into the selected node, else right after it or its nearest parent that takes it. */
export function nextPlace(store: EditorStore, component: string): Place | null {
  const { selected, place } = store.getState()
  const layout = layoutOf(store)
  const thing = { component }
  if (place && mayStand(store, thing, place)) return place
  const slot = preferredSlot(
    slotsOf(store, layout, selected).filter((name) => takes(store, selected, name, component)),
  )
  if (slot) return endOf(layout, selected, slot)
  for (let id: string | undefined = selected; id !== undefined;) {
    const here: Place | undefined = placeOf(layout, id)
    if (here && mayStand(store, thing, here)) return { ...here, index: here.index + 1 }
    id = here?.parent
  }
  return allPlaces(store, thing).at(-1) ?? null
}

const takes = (store: EditorStore, parent: string, slot: string, component: string): boolean =>
  mayStand(store, { component }, { parent, slot, index: 0 })

/** The place after the last child of a slot. */
export const endOf = (layout: Layout, parent: string, slot: string): Place => ({
  parent,
  slot,
  index: childrenAt(layout, { parent, slot }).length,
})

/** The ids above a node, nearest first. */
export function ancestorsOf(layout: Layout, id: string): string[] {
  const above: string[] = []
  for (
    let place = placeOf(layout, id);
    place && !above.includes(place.parent);
    place = placeOf(layout, place.parent)
  )
    above.push(place.parent)
  return above
}
