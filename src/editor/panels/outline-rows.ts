import type { Layout } from '#contracts/layout.ts'
import { childrenAt } from '../changes/place.ts'
import type { EditorStore } from '../state/editor-store.ts'
import { slotsOf } from '../state/places.ts'

/** One line of the outline: a part, or the name of a slot where a part has several. */
export type OutlineRow =
  | { kind: 'node'; key: string; id: string; level: number; open: boolean | null }
  | { kind: 'slot'; key: string; parent: string; slot: string; level: number; empty: boolean }

/**
 * The lines of the outline from top to bottom. A slot has a line of its own when its part has more than one; of empty
 * slots only the first `shownEmpty` of a part are listed, so that eight tabs do not drown the two in use.
 */
export function outlineRows(store: EditorStore, layout: Layout, closed: ReadonlySet<string>): OutlineRow[] {
  const rows: OutlineRow[] = []
  const visit = (id: string, level: number): void => {
    const slots = slotsOf(store, layout, id)
    const isOpen = !closed.has(id)
    rows.push({ kind: 'node', key: id, id, level, open: slots.length === 0 ? null : isOpen })
    if (!isOpen) return
    const [only] = slots
    if (slots.length === 1 && only !== undefined) {
      for (const child of childrenAt(layout, { parent: id, slot: only })) visit(child, level + 1)
      return
    }
    for (const slot of shownSlots(layout, id, slots)) {
      const children = childrenAt(layout, { parent: id, slot })
      const key = `${id}/${slot}`
      rows.push({ kind: 'slot', key, parent: id, slot, level: level + 1, empty: children.length === 0 })
      for (const child of children) visit(child, level + 2)
    }
  }
  visit(layout.root, 1)
  return rows
}

const shownEmpty = 4

function shownSlots(layout: Layout, parent: string, slots: readonly string[]): string[] {
  let empty = 0
  return slots.filter((slot) => childrenAt(layout, { parent, slot }).length > 0 || (empty += 1) <= shownEmpty)
}
