import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore, type RefObject } from 'react'
import { afterPaint } from '#ui/after-paint.ts'
import { columnsInSight, type GridLayout } from './grid-layout.ts'
import {
  aheadAtOnce,
  aheadWithScroll,
  linesInSight,
  linesOnTheWay,
  topFor,
  type LineWindow,
} from './grid-scale.ts'

/** What of the grid is drawn: lines and columns, `from` to `to` (not with it). */
export interface GridWindow extends LineWindow {
  columnFrom: number
  columnTo: number
}

interface Sizes {
  count: number
  rowHeight: number
  layout: GridLayout
  /** Heights of what sticks above and below the lines. */
  header: number
  foot: number
  /** Width of what sticks to the left beside pinned columns. */
  beside: number
}

/**
 * Follows the scroller. Only what subscribes to the store is drawn while it moves: the lines by `useLineBlocks`, the
 * heading by `useShownColumns`.
 */
export function useGridWindow(
  scroller: RefObject<HTMLElement | null>,
  sizes: Sizes,
): { store: WindowStore; scrollToLine(line: number): void; scrollToTop(): void } {
  const [store] = useState(() => new WindowStore())
  store.sizes = sizes
  const measure = useEffectEvent(() => store.measure())
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    store.follow(element)
    const onScroll = (): void => store.measure()
    const onSize = (): void => {
      store.resized()
      store.measure()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    const observer = new ResizeObserver(onSize)
    observer.observe(element)
    measure()
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer.disconnect()
      store.follow(null)
    }
  }, [scroller, store])
  useEffect(() => measure(), [sizes.count, sizes.rowHeight, sizes.layout, sizes.foot])

  const scrollToLine = useCallback(
    (line: number) => {
      const element = scroller.current
      if (!element) return
      const { count, rowHeight } = store.sizes ?? sizes
      const top = topFor(line, count, rowHeight, element.scrollTop, store.view())
      if (top === null) return
      // The lines are told first: what they change is then laid out once, with the new place.
      store.measure(top)
      element.scrollTop = top
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store holds the sizes of now
    [scroller, store],
  )
  const scrollToTop = useCallback(() => {
    if (scroller.current) scroller.current.scrollTop = 0
    store.measure()
  }, [scroller, store])
  return { store, scrollToLine, scrollToTop }
}

/**
 * Something about the lines and columns in sight, live. React is told at once, so the lines are drawn before the browser
 * paints the scroll: no blank stripe. Nothing is drawn while it is the same.
 */
export function useShownPart<Part>(store: WindowStore, part: (shown: GridWindow) => Part): Part {
  const read = (): Part => part(store.read())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** The columns in sight, live. */
export const useShownColumns = (store: WindowStore): Pick<GridWindow, 'columnFrom' | 'columnTo'> => ({
  columnFrom: useShownPart(store, ({ columnFrom }) => columnFrom),
  columnTo: useShownPart(store, ({ columnTo }) => columnTo),
})

/** Which part of a grid is in sight, kept outside of React. */
export class WindowStore {
  sizes: Sizes | null = null
  #element: HTMLElement | null = null
  // Known from the observer: asking the element while scrolling would lay out what was just drawn.
  #size = { width: 0, height: 0 }
  #shown: GridWindow = { from: 0, to: 0, first: 0, anchor: 0, offset: 0, columnFrom: 0, columnTo: 0 }
  #top = 0
  #at = 0
  #speed = 0
  #more = false
  #heading: 'up' | 'down' | null = null
  /** Lines out of sight are still to be drawn, after what is in sight has been painted. */
  #isBehind = false
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): GridWindow => this.#shown

  follow(element: HTMLElement | null): void {
    this.#element = element
    this.#more = false
    this.resized()
  }

  resized(): void {
    this.#size = {
      width: this.#element?.clientWidth ?? 0,
      height: this.#element?.clientHeight ?? 0,
    }
  }

  /** How fast lines pass now, in lines a millisecond: upwards where negative. */
  speed(): number {
    return performance.now() - this.#at > newScroll ? 0 : this.#speed
  }

  /** Notes how fast lines pass, in lines a millisecond, evened out over the last few moves. */
  #pace(lines: number): void {
    if (lines === 0) return
    const now = performance.now()
    const passed = now - this.#at
    this.#at = now
    if (passed > newScroll) this.#speed = 0
    else this.#speed = this.#speed * 0.8 + (lines / Math.max(1, passed)) * 0.2
  }

  /** The height left for lines. */
  view(): number {
    const { header = 0, foot = 0 } = this.sizes ?? {}
    return Math.max(1, this.#size.height - header - foot)
  }

  /** Notes at the element whether columns stand under what sticks to the right. An attribute: React draws nothing for it. */
  #edge(scrolled: number, { layout, beside }: Sizes): void {
    const all = beside + layout.left.width + layout.free.width + layout.right.width
    const more = scrolled + this.#size.width < all - 1
    if (more === this.#more) return
    this.#more = more
    this.#element?.toggleAttribute('data-more', more)
  }

  /** Looks where the scroller stands, or will stand at once. */
  measure(to?: number): void {
    this.#look(to === undefined ? null : 0, to)
  }

  /** `ahead`: how many lines out of sight are drawn with it; null where the scroller says it by having moved. */
  #look(ahead: number | null, to?: number): void {
    const { sizes } = this
    const element = this.#element
    if (!element || !sizes) return
    const top = to ?? element.scrollTop
    const moves = top !== this.#top
    if (moves) this.#heading = top > this.#top ? 'down' : 'up'
    this.#pace((top - this.#top) / sizes.rowHeight)
    this.#top = top
    const view = this.view()
    const wanted = linesInSight(sizes.count, sizes.rowHeight, top, view, this.#heading)
    const lines = linesOnTheWay(
      this.#shown,
      wanted,
      { height: sizes.rowHeight, view },
      ahead ?? (moves ? aheadWithScroll : 0),
    )
    if (lines.from !== wanted.from && !this.#isBehind) {
      this.#isBehind = true
      void afterPaint().then(() => {
        this.#isBehind = false
        this.#look(aheadAtOnce)
      })
    }
    const { scrollLeft } = element
    const columns = columnsInSight(sizes.layout, scrollLeft, this.#size.width - sizes.beside)
    this.#edge(scrollLeft, sizes)
    const next = { ...lines, columnFrom: columns.from, columnTo: columns.to }
    if (isSame(this.#shown, next)) return
    this.#shown = next
    for (const listener of this.#listeners) listener()
  }
}

/** A pause between two scrolls after which a new one begins, in milliseconds. */
const newScroll = 200

const isSame = (a: GridWindow, b: GridWindow): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.anchor === b.anchor &&
  a.offset === b.offset &&
  a.columnFrom === b.columnFrom &&
  a.columnTo === b.columnTo
