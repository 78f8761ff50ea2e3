import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { keepVisit, readVisit, useVisitPlace } from '#engine/routing/visit-memory.ts'
import { at } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'

interface KeptLinesProps {
  grid: Grid
  scroller: RefObject<HTMLElement | null>
}

interface Kept {
  top: number
  left: number
  row: number | null
  column: number
}

/** Milliseconds after which a new place is kept: not with every line that passes. */
const rest = 150
/** Milliseconds in which a list may grow to what it was; after them it stays where it is. */
const growing = 3000

/** Brings a list back to the lines and the cursor it was left with, by Back, Forward and a reload. */
export function KeptLines({ grid, scroller }: KeptLinesProps): null {
  const place = useVisitPlace(`${grid.kept} lines`)
  const wanted = useRef(readVisit<Kept>(place))
  const { count } = grid.lines.list
  useLayoutEffect(() => {
    const element = scroller.current
    const kept = wanted.current
    if (!element || !kept) return
    element.scrollTop = kept.top
    element.scrollLeft = kept.left
    // Until it is counted the list is shorter than it was.
    if (Math.abs(element.scrollTop - kept.top) > 2) return
    wanted.current = null
    if (kept.row !== null && kept.row < count && !grid.cursor) grid.setCursor(at(kept.row, kept.column))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once the list has grown to what it was
  }, [count])
  const { marks } = grid
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: Kept = { top: element.scrollTop, left: element.scrollLeft, row: null, column: 0 }
    const keep = (): void => {
      clearTimeout(timer)
      timer = undefined
      if (!wanted.current) keepVisit(place, last)
    }
    const note = (): void => {
      const { cursor } = marks.read()
      last = {
        top: element.scrollTop,
        left: element.scrollLeft,
        row: cursor?.row ?? null,
        column: cursor?.column ?? 0,
      }
      timer ??= setTimeout(keep, rest)
    }
    const patience = setTimeout(() => (wanted.current = null), growing)
    const leave = (): void => {
      if (timer !== undefined) keep()
    }
    element.addEventListener('scroll', note, { passive: true })
    // A reload right after a key: what was noted last is not kept yet.
    addEventListener('pagehide', leave)
    const stop = marks.subscribe(note)
    return () => {
      clearTimeout(patience)
      leave()
      removeEventListener('pagehide', leave)
      stop()
      element.removeEventListener('scroll', note)
    }
  }, [place, marks, scroller])
  return null
}
