import type { ComponentSample } from '#contracts/component.ts'
import { duplicateNode } from '../changes/duplicate-node.ts'
import { insertNode } from '../changes/insert-node.ts'
import { mayMove, moveNode } from '../changes/move-node.ts'
import { childrenAt, placeOf, type Place } from '../changes/place.ts'
import { removeNode } from '../changes/remove-node.ts'
import { sampleSubtree } from '../changes/sample-subtree.ts'
import { edit, nextPlace, outlineOrder, slotsOf, type EditorStore } from './editor-store.ts'

// What a person does to the parts of a screen, by whatever means: a key, a button, a drag.

const titleOf = (store: EditorStore, component: string): string =>
  store.components[component]?.title ?? component

/** Puts a component's sample at a place, or where the next part goes. */
export function insertComponent(
  store: EditorStore,
  sample: ComponentSample,
  place: Place = nextPlace(store),
): void {
  const { layout } = store.getState().history
  const subtree = sampleSubtree(layout, sample, (component) => store.components[component]?.version ?? 1)
  edit(store, insertNode(layout, subtree, place), `Add ${titleOf(store, sample.component)}`, {
    select: subtree.root,
  })
}

/** Moves a node to a place. */
export function moveTo(store: EditorStore, id: string, place: Place): void {
  const { layout } = store.getState().history
  edit(store, moveNode(layout, id, place), `Move ${titleOf(store, layout.nodes[id]?.component ?? '')}`, {
    select: id,
  })
}

/** Removes a node and selects what is closest to where it was. */
export function removeSelected(store: EditorStore, id: string): void {
  const { layout } = store.getState().history
  const place = placeOf(layout, id)
  if (!place) return
  const siblings = childrenAt(layout, place)
  const select = siblings[place.index + 1] ?? siblings[place.index - 1] ?? place.parent
  edit(store, removeNode(layout, id), `Remove ${titleOf(store, layout.nodes[id]?.component ?? '')}`, {
    select,
  })
}

/** Puts a copy right after the node and selects it. */
export function duplicateSelected(store: EditorStore, id: string): void {
  const { layout } = store.getState().history
  const copy = duplicateNode(layout, id)
  if (copy)
    edit(store, copy.change, `Duplicate ${titleOf(store, layout.nodes[id]?.component ?? '')}`, {
      select: copy.id,
    })
}

export type Direction = 'up' | 'down' | 'in' | 'out'

/** Where one step in a direction leads a node, or nothing: up and down among its siblings, into the one before it, out after its parent. */
export function placeTowards(store: EditorStore, id: string, direction: Direction): Place | undefined {
  const { layout } = store.getState().history
  const place = placeOf(layout, id)
  if (!place) return undefined
  const siblings = childrenAt(layout, place)
  if (direction === 'up') return place.index > 0 ? { ...place, index: place.index - 1 } : undefined
  if (direction === 'down')
    return place.index < siblings.length - 1 ? { ...place, index: place.index + 2 } : undefined
  if (direction === 'out') {
    const outer = placeOf(layout, place.parent)
    return outer && { ...outer, index: outer.index + 1 }
  }
  for (const neighbour of [siblings[place.index - 1], siblings[place.index + 1]]) {
    if (!neighbour) continue
    const slots = slotsOf(store, layout, neighbour)
    const slot = slots.includes('content') ? 'content' : slots[0]
    if (!slot) continue
    const into = { parent: neighbour, slot, index: childrenAt(layout, { parent: neighbour, slot }).length }
    if (mayMove(layout, id, into)) return into
  }
  return undefined
}

/** Moves a node one step; nothing happens where there is no step. */
export function step(store: EditorStore, id: string, direction: Direction): void {
  const place = placeTowards(store, id, direction)
  if (place) moveTo(store, id, place)
}

/** Selects the node before or after in the outline. */
export function walk(store: EditorStore, by: 1 | -1): void {
  const { history, selected } = store.getState()
  const order = outlineOrder(history.layout)
  const next = order[order.indexOf(selected) + by]
  if (next) store.setState({ selected: next })
}
