import type { ComponentSample } from '#contracts/component.ts'
import { t } from '#ui/translate.ts'
import { duplicateNode } from '../changes/duplicate-node.ts'
import { insertNode } from '../changes/insert-node.ts'
import { moveNode } from '../changes/move-node.ts'
import { childrenAt, placeOf, type Place } from '../changes/place.ts'
import { removeNode } from '../changes/remove-node.ts'
import { sampleSubtree } from '../changes/sample-subtree.ts'
import { edit, layoutOf, outlineOrder, select, type EditorStore } from './editor-store.ts'
import { componentTitle, nodeTitle } from './node-names.ts'
import { endOf, mayStand, nextPlace, preferredSlot, slotsOf } from './places.ts'

// What a person does to the parts of a screen, by whatever means: a key, a button, a drag.

/** Puts a component's sample at a place, or where the next part goes; nothing where no place takes it. */
export function insertComponent(store: EditorStore, sample: ComponentSample, at?: Place): void {
  const layout = layoutOf(store)
  const place = at ?? nextPlace(store, sample.component)
  if (!place) return
  const subtree = sampleSubtree(layout, sample, (component) => store.components[component]?.version ?? 1)
  edit(
    store,
    insertNode(layout, subtree, place),
    t('Add {{name}}', { name: t(componentTitle(store, sample.component)) }),
    {
      select: subtree.root,
    },
  )
}

/** Moves a node to a place. */
export function moveTo(store: EditorStore, id: string, place: Place): void {
  const layout = layoutOf(store)
  edit(store, moveNode(layout, id, place), t('Move {{name}}', { name: t(nodeTitle(store, layout, id)) }), {
    select: id,
  })
}

/** Removes a node and selects what is closest to where it was. */
export function removeSelected(store: EditorStore, id: string): void {
  const layout = layoutOf(store)
  const place = placeOf(layout, id)
  if (!place) return
  const siblings = childrenAt(layout, place)
  const nearest = siblings[place.index + 1] ?? siblings[place.index - 1] ?? place.parent
  edit(store, removeNode(layout, id), t('Remove {{name}}', { name: t(nodeTitle(store, layout, id)) }), {
    select: nearest,
  })
}

/** Puts a copy right after the node and selects it. */
export function duplicateSelected(store: EditorStore, id: string): void {
  const layout = layoutOf(store)
  const copy = duplicateNode(layout, id)
  if (copy)
    edit(store, copy.change, t('Duplicate {{name}}', { name: t(nodeTitle(store, layout, id)) }), {
      select: copy.id,
    })
}

export type Direction = 'up' | 'down' | 'in' | 'out'

/** Where one step in a direction leads a node, or nothing: up and down among its siblings, into the one beside it, out after its parent. */
export function placeTowards(store: EditorStore, id: string, direction: Direction): Place | undefined {
  const layout = layoutOf(store)
  const place = placeOf(layout, id)
  if (!place) return undefined
  const siblings = childrenAt(layout, place)
  switch (direction) {
    case 'up':
      return place.index > 0 ? { ...place, index: place.index - 1 } : undefined
    case 'down':
      return place.index < siblings.length - 1 ? { ...place, index: place.index + 2 } : undefined
    case 'out': {
      const outer = placeOf(layout, place.parent)
      const after = outer && { ...outer, index: outer.index + 1 }
      return after && mayStand(store, { node: id }, after) ? after : undefined
    }
    case 'in':
      return placeInside(store, id, [siblings[place.index - 1], siblings[place.index + 1]])
  }
}

function placeInside(
  store: EditorStore,
  id: string,
  neighbours: readonly (string | undefined)[],
): Place | undefined {
  const layout = layoutOf(store)
  for (const neighbour of neighbours) {
    if (neighbour === undefined) continue
    const slots = slotsOf(store, layout, neighbour)
    const slot = preferredSlot(
      slots.filter((name) => mayStand(store, { node: id }, { parent: neighbour, slot: name, index: 0 })),
    )
    if (slot) return endOf(layout, neighbour, slot)
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
  if (next) select(store, next)
}
