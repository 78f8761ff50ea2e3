import { useEffect, type RefObject } from 'react'
import type { Grid } from './grid-context.ts'
import { blockLines, lineStep } from './grid-scale.ts'
import { useShownPart, type WindowStore } from './use-grid-window.ts'
import { useKeepCursor } from './use-keep-cursor.ts'
import { useTellView } from './use-tell-view.ts'

/** Milliseconds without a scroll after which the lines rest. */
const restsAfter = 400

/** Milliseconds of scrolling that are asked for ahead: longer than an answer takes. */
const lookAhead = 700
/** Lines ahead are told of in steps, and never more than the most: a thumb that flies past stops somewhere else. */
const aheadStep = 100
const mostAhead = 400

interface FollowLinesProps {
  grid: Grid
  store: WindowStore
  scroller: RefObject<HTMLElement | null>
  onView(from: number, to: number): void
  /** Told the first block that is drawn, once the lines rest. */
  onRest(block: number): void
}

/** Tells which lines are in sight, in steps, and when they rest, and keeps the cursor at its record. Draws nothing: what did would be looked at with them. */
export function FollowLines({ grid, store, scroller, onView, onRest }: FollowLinesProps): null {
  const from = useShownPart(store, (shown) => Math.floor(shown.from / lineStep) * lineStep)
  const to = useShownPart(store, (shown) => Math.ceil(shown.to / lineStep) * lineStep)
  useKeepCursor(grid, store)
  useTellView(grid.lines.name, from, to, (first, end) => {
    const ahead = linesAhead(store.speed())
    onView(Math.max(0, first + Math.min(0, ahead)), end + Math.max(0, ahead))
  })
  useEffect(() => {
    // What had the focus may have gone with its line, which no blur tells.
    if (!scroller.current?.contains(document.activeElement)) scroller.current?.removeAttribute('data-focused')
  })
  useEffect(() => {
    let moved = performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    // One timer, set again where it was too early: each line that passes would set and clear one.
    const look = (): void => {
      const still = restsAfter - (performance.now() - moved)
      timer = still > 0 ? setTimeout(look, still) : undefined
      if (!timer) onRest(store.read().from / blockLines)
    }
    const stop = store.subscribe(() => {
      moved = performance.now()
      timer ??= setTimeout(look, restsAfter)
    })
    look()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, onRest])
  return null
}

/** Lines that will be in sight in a moment if it goes on like this: below it, or above it where negative. */
function linesAhead(speed: number): number {
  const lines = Math.round((speed * lookAhead) / aheadStep) * aheadStep
  return Math.max(-mostAhead, Math.min(mostAhead, lines))
}
