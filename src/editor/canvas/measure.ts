import type { Layout } from '#contracts/layout.ts'
import { childrenAt, subtreeIds, type Place } from '../changes/place.ts'
import type { CanvasParts } from './canvas-parts.ts'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A box of the window as seen from an element. */
export function within(stage: Element, box: Box): Box {
  const frame = stage.getBoundingClientRect()
  return { left: box.left - frame.left, top: box.top - frame.top, width: box.width, height: box.height }
}

const between = (value: number, low: number, high: number): boolean => value >= low && value <= high

const holds = (box: DOMRect | null, x: number, y: number, margin = 0): boolean =>
  box !== null &&
  between(x, box.left - margin, box.right + margin) &&
  between(y, box.top - margin, box.bottom + margin)

/** The innermost node under a point. */
export function nodeAt(parts: CanvasParts, layout: Layout, x: number, y: number): string | null {
  // Parents come before what is in them, so the last that holds the point is the innermost.
  const covers = (id: string): boolean => parts.boxesOfNode(id).some((box) => holds(box, x, y))
  return subtreeIds(layout, layout.root).findLast(covers) ?? null
}

/** Every slot that is drawn, outer ones first. */
function shownSlots(layout: Layout, slotsOf: (id: string) => readonly string[]): Omit<Place, 'index'>[] {
  return subtreeIds(layout, layout.root).flatMap((parent) =>
    slotsOf(parent).map((slot) => ({ parent, slot })),
  )
}

/** What one looks at to find places: the canvas, the layout it draws, and the slots of its parts. */
export interface Field {
  parts: CanvasParts
  layout: Layout
  slotsOf: (id: string) => readonly string[]
}

/** The empty slot whose mark is under a point. */
export function emptySlotAt({ parts, layout, slotsOf }: Field, x: number, y: number): Place | null {
  const empty = shownSlots(layout, slotsOf).findLast(
    (at) => childrenAt(layout, at).length === 0 && holds(parts.boxOfSlot(at.parent, at.slot), x, y),
  )
  return empty ? { ...empty, index: 0 } : null
}

/**
 * The place under the pointer: in the innermost slot there that takes the thing, before the child whose middle lies
 * behind the pointer.
 */
export function placeAt(
  { parts, layout, slotsOf }: Field,
  x: number,
  y: number,
  takes: (place: Place) => boolean,
): Place | null {
  for (const at of shownSlots(layout, slotsOf).toReversed()) {
    if (!holds(parts.boxOfSlot(at.parent, at.slot), x, y, 4)) continue
    const boxes = childrenAt(layout, at).map((id) => parts.boxOfNode(id))
    const across = isAcross(boxes)
    const behind = boxes.findIndex(
      (box) => box !== null && (across ? x < box.left + box.width / 2 : y < box.top + box.height / 2),
    )
    const place = { ...at, index: behind < 0 ? boxes.length : behind }
    if (takes(place)) return place
  }
  return null
}

/** Where the line that shows a place stands, in the window; null when its slot shows nothing. */
export function lineOf(parts: CanvasParts, layout: Layout, place: Place): Box | null {
  const whole = parts.boxOfSlot(place.parent, place.slot)
  if (!whole) return null
  const boxes = childrenAt(layout, place).map((id) => parts.boxOfNode(id))
  if (boxes.length === 0) return whole
  const next = boxes[place.index]
  const last = boxes.slice(0, place.index).findLast((box) => box !== null)
  const beside = next ?? last ?? whole
  if (isAcross(boxes)) {
    const left = next ? next.left - 4 : (last?.right ?? whole.left) + 2
    return { left, top: beside.top, width: 2, height: beside.height }
  }
  const top = next ? next.top - 5 : (last?.bottom ?? whole.top) + 3
  return { left: whole.left, top, width: whole.width, height: 2 }
}

/** Whether children stand beside each other. */
function isAcross(boxes: readonly (DOMRect | null)[]): boolean {
  const [first, second] = boxes.filter((box) => box !== null)
  return first !== undefined && second !== undefined && second.left >= first.right - 2
}
