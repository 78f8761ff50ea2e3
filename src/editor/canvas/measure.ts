import type { Place } from '../changes/place.ts'

// Nodes and slots stand in wrappers without a box of their own (`display: contents`), so that the canvas lays out exactly
// as the screen does. What they cover is measured from what is inside.

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const range = (): Range => document.createRange()

/** The wrapper of a node in the canvas. */
export const nodeElement = (canvas: Element, id: string): Element | null =>
  canvas.querySelector(`[data-node="${CSS.escape(id)}"]`)

/** What an element's content covers, in the window; null when it shows nothing. */
export function contentBox(element: Element): DOMRect | null {
  const around = range()
  around.selectNodeContents(element)
  const box = around.getBoundingClientRect()
  return box.width > 0 || box.height > 0 ? box : null
}

/** A box of the window as seen from the canvas, with its scroll. */
export function within(canvas: Element, box: DOMRect): Box {
  const frame = canvas.getBoundingClientRect()
  return {
    left: box.left - frame.left + canvas.scrollLeft,
    top: box.top - frame.top + canvas.scrollTop,
    width: box.width,
    height: box.height,
  }
}

export interface DropTarget {
  place: Place
  /** Where the line that shows the place stands, in the window. */
  line: Box
}

const between = (value: number, low: number, high: number): boolean => value >= low && value <= high

/** The place under the pointer: the innermost slot there, before the child whose middle lies behind the pointer. */
export function dropTargetAt(canvas: Element, x: number, y: number): DropTarget | null {
  const slots = [...canvas.querySelectorAll<HTMLElement>('[data-slot-of]')]
  // Document order puts inner slots after outer ones, so the last that holds the point is the innermost.
  const slot = slots.findLast((candidate) => {
    const box = contentBox(candidate)
    return box !== null && between(x, box.left, box.right) && between(y, box.top - 4, box.bottom + 4)
  })
  if (!slot) return null
  const children = [...slot.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.dataset['node'] !== undefined,
  )
  const boxes = children.map(contentBox)
  const whole = contentBox(slot)
  if (!whole) return null
  const across = isAcross(boxes)
  const behind = boxes.findIndex(
    (box) => box !== null && (across ? x < box.left + box.width / 2 : y < box.top + box.height / 2),
  )
  const index = behind < 0 ? children.length : behind
  const place = { parent: slot.dataset['slotOf'] ?? '', slot: slot.dataset['slot'] ?? '', index }
  return { place, line: lineAt(boxes, index, whole, across) }
}

/** Whether children stand beside each other. */
function isAcross(boxes: readonly (DOMRect | null)[]): boolean {
  const [first, second] = boxes.filter((box) => box !== null)
  return first !== undefined && second !== undefined && second.left >= first.right - 2
}

function lineAt(boxes: readonly (DOMRect | null)[], index: number, whole: DOMRect, across: boolean): Box {
  const next = boxes[index]
  const last = boxes.slice(0, index).findLast((box) => box !== null)
  if (across) {
    const left = next ? next.left - 4 : last ? last.right + 4 : whole.left
    const height = (next ?? last ?? whole).height
    return { left, top: (next ?? last ?? whole).top, width: 2, height }
  }
  const top = next ? next.top - 4 : last ? last.bottom + 3 : whole.top + whole.height / 2
  return { left: whole.left, top, width: whole.width, height: 2 }
}
