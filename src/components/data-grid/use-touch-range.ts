import { useEffect, useRef, type HTMLAttributes, type PointerEvent, type RefObject } from 'react'
import { whenIdle } from '#ui/when-idle.ts'
import { cellAt } from './cell-at.ts'
import type { Grid } from './grid-context.ts'
import { at, rangeOf, type Cell } from './grid-cursor.ts'
import { useLongPress } from './use-long-press.ts'

type Handlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onContextMenu' | 'onClickCapture'
>

type Drags = typeof import('./drags.ts')

const loadDrags = (): Promise<Drags> => import('./drags.ts')

/** Runs a drag as soon as its code is there; the pointer may have been let go by then. */
function whileHeld(drag: (drags: Drags, released: AbortSignal) => void): void {
  const held = new AbortController()
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => held.abort(), { once: true, signal: held.signal })
  void loadDrags().then((drags) => drag(drags, held.signal))
}

/**
 * The corner of what is chosen is dragged to fill. A finger that rests on a cell begins a range, which grows while it goes
 * on, as with the button of a mouse; anything else it does scrolls.
 */
export function useTouchRange(grid: Grid, scroller: RefObject<HTMLElement | null>): Handlers {
  const pressed = useRef<Cell | null>(null)
  const holds = useRef(false)
  const press = useLongPress(() => {
    const from = pressed.current
    if (!from) return
    holds.current = true
    scroller.current?.focus({ preventScroll: true })
    grid.setCursor(at(from.row, from.column))
    const end = (): void => void (holds.current = false)
    whileHeld(({ followPointer }, released) =>
      released.aborted
        ? end()
        : followPointer(scroller.current, { over: (cell) => grid.setCursor({ ...cell, anchor: from }), end }),
    )
  })
  useEffect(() => whenIdle(loadDrags), [])
  useEffect(() => {
    const element = scroller.current
    if (!element || !grid.coarse) return undefined
    // What holds a range does not scroll. Only a listener that is not passive may say so.
    const keep = (event: TouchEvent): void => {
      if (holds.current && event.cancelable) event.preventDefault()
    }
    element.addEventListener('touchmove', keep, { passive: false })
    return () => element.removeEventListener('touchmove', keep)
  }, [scroller, grid.coarse])
  return {
    ...press,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { target, pointerType, button } = event
      pressed.current = null
      const grip = button === 0 && target instanceof Element ? target.closest('[data-grip]') : null
      if (grip) {
        // From now on the pointer chooses no cells.
        scroller.current?.setAttribute('data-dragging', '')
        return whileHeld(({ dragRows }, released) => dragRows(grid, grip, scroller.current, released))
      }
      if (button !== 0 || !grid.editable || !(target instanceof Element)) return
      const { cursor } = grid
      if (target.closest('[data-fill-corner]') && cursor) {
        // From now on the pointer fills and does not choose.
        grid.setFilling(rangeOf(cursor))
        return whileHeld(({ dragCorner }, released) => dragCorner(grid, cursor, scroller.current, released))
      }
      if (pointerType !== 'touch' || target.closest('[data-choose]')) return
      pressed.current = cellAt(target)
      if (pressed.current) press.onPointerDown?.(event)
    },
    onContextMenu(event) {
      // The menu of a link or a word would end the press.
      if (pressed.current) event.preventDefault()
    },
  }
}
