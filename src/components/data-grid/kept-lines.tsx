import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useNavigationType } from 'react-router-dom'
import { isSamePart, keepVisit, readVisit, useVisitPlace } from '#engine/routing/visit-memory.ts'
import { at } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'

/** Of a list whose lines are as high as what they hold: the first one in sight, and how to bring it there. */
interface Cards {
  getVirtualItemForOffset(offset: number): { index: number } | undefined
  scrollToIndex(index: number, how: { align: 'start' }): void
}

interface KeptLinesProps {
  grid: Grid
  scroller: RefObject<HTMLElement | null>
  cards?: Cards
}

interface Kept {
  /** The question whose lines they are: of another one they say nothing. */
  name: string
  top: number
  left: number
  /** The first card in sight; of lines that are all as high as each other the top says it. */
  card: number
  row: number | null
  column: number
}

/** Milliseconds without a scroll or a key after which a new place is kept. */
const rest = 150
/** Milliseconds in which a list may grow to what it was; after them it stays where it is. */
const growing = 3000

/** Brings a list back to the lines and the cursor it was left with, by Back, Forward and a reload. */
export function KeptLines({ grid, scroller, cards }: KeptLinesProps): null {
  const place = useVisitPlace(`${grid.kept} lines`)
  const way = useNavigationType()
  const { marks } = grid
  const { list, name } = grid.lines
  const { count } = list
  const wanted = useRef<Kept | null>(null)
  const latest = useRef({ name, cards })
  const before = useRef<string | null>(null)
  useLayoutEffect(() => {
    latest.current = { name, cards }
  })
  useLayoutEffect(() => {
    const was = before.current
    before.current = place
    // Something else of the page was opened: these lines stay, and are kept for the new entry too.
    if (was !== null && way !== 'POP' && isSamePart(was, place)) return
    wanted.current = readVisit<Kept>(place)
    if (was !== null && !wanted.current && scroller.current) scroller.current.scrollTop = 0
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asks how one came to the place, once for each
  }, [place])
  useLayoutEffect(() => {
    const bring = (): boolean => {
      const element = scroller.current
      const kept = wanted.current
      if (!element || kept?.name !== name) return false
      if (cards) {
        if (kept.card >= count) return false
        cards.scrollToIndex(kept.card, { align: 'start' })
      } else {
        element.scrollTop = kept.top
        element.scrollLeft = kept.left
        // Until it is counted the list is shorter than it was.
        if (Math.abs(element.scrollTop - kept.top) > 2) return false
      }
      if (kept.row !== null && kept.row < count && !grid.cursor)
        grid.setCursor({ ...at(kept.row, kept.column), still: true })
      return true
    }
    // Cards are told where they scroll after this.
    if (!cards) bring()
    // Another question begins at its top, after this: then it is brought there once more.
    const frame = requestAnimationFrame(() => {
      if (bring()) wanted.current = null
    })
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once the list has grown to what it was
  }, [count, name, place])
  useEffect(() => {
    const element = scroller.current
    if (!element || place === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const now = (): Kept => {
      const { cursor } = marks.read()
      return {
        name: latest.current.name,
        top: element.scrollTop,
        left: element.scrollLeft,
        card: latest.current.cards?.getVirtualItemForOffset(element.scrollTop)?.index ?? 0,
        row: cursor?.row ?? null,
        column: cursor?.column ?? 0,
      }
    }
    let last = now()
    let moved = 0
    const keep = (): void => {
      // While it goes on nothing is written: that costs as much as a line that comes into sight.
      const still = rest - (performance.now() - moved)
      timer = still > 0 ? setTimeout(keep, still) : undefined
      if (timer === undefined) write()
    }
    const write = (): void => {
      if (wanted.current) return
      const isBegun = last.top > 0 || last.left > 0 || last.row !== null
      keepVisit(place, isBegun ? last : null)
    }
    const note = (): void => {
      last = now()
      moved = performance.now()
      timer ??= setTimeout(keep, rest)
    }
    const patience = setTimeout(() => (wanted.current = null), growing)
    const leave = (): void => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      write()
    }
    // An entry that is opened over a list that stays.
    if (!wanted.current) timer = setTimeout(keep, rest)
    // Before the lines are drawn: asked where it stands after that, the browser lays them out at once.
    element.addEventListener('scroll', note, { passive: true, capture: true })
    // A reload right after a key: what was noted last is not kept yet.
    addEventListener('pagehide', leave)
    const stop = marks.subscribe(note)
    return () => {
      clearTimeout(patience)
      leave()
      removeEventListener('pagehide', leave)
      stop()
      element.removeEventListener('scroll', note, { capture: true })
    }
  }, [place, marks, scroller])
  return null
}
