// Pixels from the edge where scrolling begins, and the most it scrolls per frame.
const edge = 48
const fastest = 14

/** Scrolls what lies under the pointer while something is carried near its upper or lower edge. */
export function scrollAtEdge(): { at(x: number, y: number): void; stop(): void } {
  let frame = 0
  let pointer = { x: 0, y: 0 }
  const turn = (): void => {
    const scroller = document.elementFromPoint(pointer.x, pointer.y)?.closest('[data-drag-scroller]')
    const by = scroller ? speedAt(scroller.getBoundingClientRect(), pointer.y) : 0
    if (by !== 0) scroller?.scrollBy(0, by)
    frame = requestAnimationFrame(turn)
  }
  frame = requestAnimationFrame(turn)
  return {
    at: (x, y) => void (pointer = { x, y }),
    stop: () => cancelAnimationFrame(frame),
  }
}

/** Pixels to scroll per frame: nothing in the middle, more the nearer to an edge. */
export function speedAt({ top, bottom }: { top: number; bottom: number }, y: number): number {
  const above = edge - (y - top)
  const below = edge - (bottom - y)
  if (above > 0) return -Math.ceil(Math.min(1, above / edge) * fastest)
  return below > 0 ? Math.ceil(Math.min(1, below / edge) * fastest) : 0
}
