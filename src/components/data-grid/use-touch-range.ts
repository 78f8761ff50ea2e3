import { useEffect, useRef, type HTMLAttributes, type PointerEvent, type RefObject } from 'react'
import { cellAt } from './cell-at.ts'
import { dragCorner } from './drag-corner.ts'
import { followPointer } from './follow-pointer.ts'
import type { Grid } from './grid-context.ts'
import { at, type Cell } from './grid-cursor.ts'
import { useLongPress } from './use-long-press.ts'

type Handlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onContextMenu' | 'onClickCapture'
>

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
    followPointer(scroller.current, {
      over: (cell) => grid.setCursor({ ...cell, anchor: from }),
      end: () => void (holds.current = false),
    })
  })
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
        // From now on the pointer chooses no cells. It may be let go before the code for the rest is there.
        scroller.current?.setAttribute('data-dragging', '')
        const held = new AbortController()
        addEventListener('pointerup', () => held.abort(), { once: true })
        void import('./drag-rows.ts').then((it) => it.dragRows(grid, grip, scroller.current, held.signal))
        return
      }
      if (button !== 0 || !grid.editable || !(target instanceof Element)) return
      const { cursor } = grid
      if (target.closest('[data-fill-corner]') && cursor) return dragCorner(grid, cursor, scroller.current)
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
