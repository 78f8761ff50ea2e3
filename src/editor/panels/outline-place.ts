import type { Layout } from '#contracts/layout.ts'
import { placeOf, type Place } from '../changes/place.ts'

/**
 * The place under a point over the outline, read from its rows: the upper part of a row is before it, the lower part
 * after it, the middle into it. Null where none of them takes the thing.
 */
export function outlinePlaceAt(
  { x, y }: { x: number; y: number },
  layout: Layout,
  takes: (place: Place) => boolean,
): Place | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-outline-row]')
  if (!row) return null
  const { top, height } = row.getBoundingClientRect()
  const part = (y - top) / height
  return candidates(layout, row, part).find(takes) ?? null
}

function candidates(layout: Layout, { dataset }: HTMLElement, part: number): Place[] {
  const { outlineRow: id = '', slots = '', slot } = dataset
  const into = (name: string): Place => ({
    parent: id,
    slot: name,
    index: layout.nodes[id]?.slots?.[name]?.length ?? 0,
  })
  if (slot !== undefined) return [into(slot)]
  const inside = slots.split(' ').filter(Boolean).map(into)
  const here = placeOf(layout, id)
  if (!here) return inside
  const before = here
  const after = { ...here, index: here.index + 1 }
  if (part < 0.3) return [before, ...inside, after]
  if (part > 0.7 && inside.length === 0) return [after, before]
  return part > 0.85 ? [after, ...inside, before] : [...inside, part < 0.5 ? before : after]
}
