import { cellAt } from './cell-at.ts'
import type { Cell } from './grid-cursor.ts'

/** Pixels from the edge in which the list scrolls by itself, how far, and how often in milliseconds. */
const edge = 28
const stride = 32
const every = 60

interface Follower {
  /** The pointer is over a cell: called for each place it goes to. */
  over?(cell: Cell): void
  /** The same for anything in the list; `y` in pixels of the window. */
  at?(element: Element, y: number): void
  /** It was let go, or given up with Escape or by the browser; and whether with a key that means a copy. */
  end(taken: boolean, copies: boolean): void
}

/**
 * Follows a pressed pointer, a finger too, over the cells of a list until it is let go. The list scrolls while it rests at
 * the upper or lower edge.
 */
export function followPointer(scroller: HTMLElement | null, { over, at, end }: Follower): void {
  let place: { x: number; y: number } | null = null
  const look = (): void => {
    const element = place && document.elementFromPoint(place.x, place.y)
    if (!place || !element || !scroller?.contains(element)) return
    const cell = cellAt(element)
    if (cell) over?.(cell)
    at?.(element, place.y)
  }
  const move = ({ clientX, clientY }: PointerEvent): void => {
    place = { x: clientX, y: clientY }
    look()
  }
  const timer = setInterval(() => {
    const box = place && scroller?.getBoundingClientRect()
    if (!box || !scroller || !place) return
    const by = place.y > box.bottom - edge ? stride : place.y < box.top + edge * 2 ? -stride : 0
    if (by === 0) return
    scroller.scrollTop += by
    look()
  }, every)
  const ended = new AbortController()
  const stop = (taken: boolean, copies = false): void => {
    clearInterval(timer)
    ended.abort()
    end(taken, copies)
  }
  const { signal } = ended
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', ({ ctrlKey, altKey }) => stop(true, ctrlKey || altKey), { signal })
  addEventListener('pointercancel', () => stop(false), { signal })
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      stop(false)
    },
    { signal, capture: true },
  )
}
