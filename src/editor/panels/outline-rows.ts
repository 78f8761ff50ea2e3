import type { Layout } from '#contracts/layout.ts'
import { childrenAt } from '../changes/place.ts'
import type { EditorStore } from '../state/editor-store.ts'
import { slotsOf } from '../state/places.ts'

/** One line of the outline: a part, or the name of a slot above what stands in it. */
export type OutlineRow =
  | { kind: 'node'; key: string; id: string; level: number; open: boolean | null }
  | { kind: 'slot'; key: string; parent: string; slot: string; level: number; empty: boolean }

/** What the outline is drawn for. */
export interface OutlineView {
  /** Parts that are folded. */
  closed: ReadonlySet<string>
  /** The part whose slots are all listed, empty ones too. */
  selected: string
}

/**
 * The lines of the outline from top to bottom. Slots are named where a part fills more than one, and all of them at the
 * chosen part, so that one can add into each; elsewhere they would only be noise.
 */
export function outlineRows(
  store: EditorStore,
  layout: Layout,
  { closed, selected }: OutlineView,
): OutlineRow[] {
  const rows: OutlineRow[] = []
  const visit = (id: string, level: number): void => {
    const slots = slotsOf(store, layout, id)
    const filled = slots.filter((slot) => childrenAt(layout, { parent: id, slot }).length > 0)
    const isOpen = !closed.has(id)
    const canOpen = filled.length > 0
    rows.push({ kind: 'node', key: id, id, level, open: canOpen ? isOpen : null })
    if (canOpen && !isOpen) return
    const listsAll = id === selected && slots.length > 1
    for (const slot of listsAll ? firstEmpty(slots, filled) : filled) {
      const children = childrenAt(layout, { parent: id, slot })
      if (listsAll || filled.length > 1)
        rows.push({
          kind: 'slot',
          key: `${id}/${slot}`,
          parent: id,
          slot,
          level: level + 1,
          empty: children.length === 0,
        })
      for (const child of children) visit(child, level + 1)
    }
  }
  visit(layout.root, 1)
  return rows
}

const mostEmpty = 4

// Eight tabs must not drown the two in use.
function firstEmpty(slots: readonly string[], filled: readonly string[]): string[] {
  let empty = 0
  return slots.filter((slot) => filled.includes(slot) || (empty += 1) <= mostEmpty)
}
