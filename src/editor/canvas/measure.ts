import { childrenAt, type Place } from '../changes/place.ts'
import type { Layout } from '#contracts/layout.ts'

// Nodes and slots stand in wrappers without a box of their own (`display: contents`), so that the canvas lays out exactly
// as the screen does. What they cover is measured from what is inside.

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The wrapper of a node in the canvas. */
export const nodeElement = (canvas: Element, id: string): Element | null =>
  canvas.querySelector(`[data-node="${CSS.escape(id)}"]`)

const slotElement = (canvas: Element, { parent, slot }: Omit<Place, 'index'>): Element | null =>
  canvas.querySelector(`[data-slot-of="${CSS.escape(parent)}"][data-slot="${CSS.escape(slot)}"]`)

/** What a wrapper's content covers, in the window; null when it shows nothing. */
export function contentBox(wrapper: Element): DOMRect | null {
  let box: DOMRect | null = null
  for (const child of wrapper.childNodes) {
    const part = boxOf(child)
    if (part) box = box ? union(box, part) : part
  }
  return box
}

function boxOf(node: ChildNode): DOMRect | null {
  if (node instanceof Element) {
    const isWrapper = node.hasAttribute('data-node') || node.hasAttribute('data-slot-of')
    const box = isWrapper ? contentBox(node) : node.getBoundingClientRect()
    return box && (box.width > 0 || box.height > 0) ? box : null
  }
  if (node.textContent?.trim() === '') return null
  const around = document.createRange()
  around.selectNode(node)
  const box = around.getBoundingClientRect()
  return box.width > 0 ? box : null
}

function union(a: DOMRect, b: DOMRect): DOMRect {
  const left = Math.min(a.left, b.left)
  const top = Math.min(a.top, b.top)
  return new DOMRect(left, top, Math.max(a.right, b.right) - left, Math.max(a.bottom, b.bottom) - top)
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

/** The innermost node under a point, or the marked empty slot there. */
export function nodeAt(canvas: Element, x: number, y: number): string | null {
  // Document order puts inner nodes after outer ones, so the last that holds the point is the innermost.
  const wrappers = [...canvas.querySelectorAll('[data-node]')]
  return wrappers.findLast((wrapper) => holds(contentBox(wrapper), x, y))?.getAttribute('data-node') ?? null
}

/** The empty slot whose mark is under a point. */
export function emptySlotAt(canvas: Element, x: number, y: number): Place | null {
  for (const mark of canvas.querySelectorAll('[data-empty-slot]')) {
    const slot = mark.closest<HTMLElement>('[data-slot-of]')
    if (slot && holds(mark.getBoundingClientRect(), x, y)) return placeIn(slot, 0)
  }
  return null
}

const placeIn = (slot: HTMLElement, index: number): Place => ({
  parent: slot.dataset['slotOf'] ?? '',
  slot: slot.dataset['slot'] ?? '',
  index,
})

/**
 * The place under the pointer: in the innermost slot there that takes the thing, before the child whose middle lies
 * behind the pointer.
 */
export function placeAt(
  canvas: Element,
  x: number,
  y: number,
  takes: (place: Place) => boolean,
): Place | null {
  const slots = [...canvas.querySelectorAll<HTMLElement>('[data-slot-of]')]
  for (const slot of slots.toReversed()) {
    if (!holds(contentBox(slot), x, y, 4)) continue
    const boxes = childBoxes(slot)
    const across = isAcross(boxes)
    const behind = boxes.findIndex(
      (box) => box !== null && (across ? x < box.left + box.width / 2 : y < box.top + box.height / 2),
    )
    const place = placeIn(slot, behind < 0 ? boxes.length : behind)
    if (takes(place)) return place
  }
  return null
}

/** Where the line that shows a place stands, in the window; null when its slot shows nothing. */
export function lineOf(canvas: Element, layout: Layout, place: Place): Box | null {
  const slot = slotElement(canvas, place)
  const whole = slot && contentBox(slot)
  if (!slot || !whole) return null
  if (childrenAt(layout, place).length === 0) return whole
  const boxes = childBoxes(slot)
  const across = isAcross(boxes)
  const next = boxes[place.index]
  const last = boxes.slice(0, place.index).findLast((box) => box !== null)
  const beside = next ?? last ?? whole
  if (across) {
    const left = next ? next.left - 4 : (last?.right ?? whole.left) + 2
    return { left, top: beside.top, width: 2, height: beside.height }
  }
  const top = next ? next.top - 5 : (last?.bottom ?? whole.top) + 3
  return { left: whole.left, top, width: whole.width, height: 2 }
}

const childBoxes = (slot: Element): (DOMRect | null)[] =>
  [...slot.children].filter((child) => child.hasAttribute('data-node')).map(contentBox)

/** Whether children stand beside each other. */
function isAcross(boxes: readonly (DOMRect | null)[]): boolean {
  const [first, second] = boxes.filter((box) => box !== null)
  return first !== undefined && second !== undefined && second.left >= first.right - 2
}
