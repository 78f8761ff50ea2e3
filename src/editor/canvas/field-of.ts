import { layoutOf, type EditorStore } from '../state/editor-store.ts'
import { slotsOf } from '../state/places.ts'
import type { CanvasParts } from './canvas-parts.ts'
import type { Field } from './measure.ts'

/** The canvas as it stands now, to look for places in. */
export function fieldOf(store: EditorStore, parts: CanvasParts): Field {
  const layout = layoutOf(store)
  return { parts, layout, slotsOf: (id) => slotsOf(store, layout, id) }
}
