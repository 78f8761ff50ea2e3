import { lazy, memo, Suspense, useEffect, useMemo, useState, type RefObject } from 'react'
import { classes } from '#ui/classes.ts'
import type { LinePart } from './cell-style.ts'
import { LineBlock } from './grid-block.tsx'
import type { Grid } from './grid-context.ts'
import { useDropping } from './grid-marks.ts'
import { blockLines, lineStep } from './grid-scale.ts'
import styles from './data-grid.module.css'
import { useShownPart, type WindowStore } from './use-grid-window.ts'
import { useLineBlocks } from './use-line-blocks.ts'
import { useTellView } from './use-tell-view.ts'

const GridDrop = lazy(() => import('./grid-drop.tsx').then((module) => ({ default: module.GridDrop })))

/** Milliseconds without a scroll after which the lines are put in order. */
const restsAfter = 400

interface GridLinesViewProps {
  grid: Grid
  store: WindowStore
  scroller: RefObject<HTMLElement | null>
  /** Says which lines are in sight, so that they are asked for. */
  onView(from: number, to: number): void
}

/** The lines in sight. An element that leaves at one end is filled anew at the other: that costs a fraction of making one. */
export const GridLinesView = memo(function GridLinesView({
  grid,
  store,
  scroller,
  onView,
}: GridLinesViewProps) {
  const { layout, rowActions } = grid
  const parts = useMemo(() => partsOf({ layout, rowActions }), [layout, rowActions])
  const places = useLineBlocks(grid, store, parts)
  const anchor = useShownPart(store, ({ anchor }) => anchor)
  const offset = useShownPart(store, ({ offset }) => offset)
  const dropping = useDropping(grid.marks)
  // In steps: each line that passes would be looked at here.
  const from = useShownPart(store, ({ from }) => Math.floor(from / lineStep) * lineStep)
  const to = useShownPart(store, ({ to }) => Math.ceil(to / lineStep) * lineStep)
  useTellView(grid.lines.name, from, to, (first, end) => {
    const ahead = store.ahead()
    onView(Math.max(0, first + Math.min(0, ahead)), end + Math.max(0, ahead))
  })
  // Elements stay where they are in the document while the lines move: moving one costs as much as making it. At rest
  // they are put in order, for readers that go by it.
  const begin = useRest(store)
  useEffect(() => {
    // What had the focus may have gone with its line, which no blur tells.
    if (!scroller.current?.contains(document.activeElement)) scroller.current?.removeAttribute('data-focused')
  })
  const shift = { transform: `translateY(${offset}px)` }
  return parts.map((part, at) => {
    const blocks = places[at] ?? []
    const turn = begin % Math.max(1, blocks.length)
    return (
      <div key={part} className={classes(styles.pane, paneStyles[part])}>
        <div style={shift}>
          {[...blocks.slice(turn), ...blocks.slice(0, turn)].map((place) => (
            <LineBlock key={place.slot} place={place} />
          ))}
          {dropping && (
            <Suspense>
              <GridDrop grid={grid} part={part} drop={dropping} anchor={anchor} />
            </Suspense>
          )}
        </div>
      </div>
    )
  })
})

/** The parts that are drawn. Heads of groups stand in the left one even where it has no cells. */
const partsOf = ({ layout, rowActions }: Pick<Grid, 'layout' | 'rowActions'>): LinePart[] => [
  'left',
  ...(layout.free.count > 0 ? (['free'] as const) : []),
  ...(rowActions.length > 0 || layout.right.count > 0 ? (['right'] as const) : []),
]
const paneStyles = { left: styles.leftPane, free: styles.freePane, right: styles.rightPane }

/** The first block of those that are drawn, when the lines rested last. */
function useRest(store: WindowStore): number {
  const [rested, setRested] = useState(0)
  useEffect(() => {
    let moved = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    // One timer, set again where it was too early: each line that passes would set and clear one.
    const look = (): void => {
      const still = restsAfter - (performance.now() - moved)
      timer = still > 0 ? setTimeout(look, still) : undefined
      if (!timer) setRested(store.read().from / blockLines)
    }
    const stop = store.subscribe(() => {
      moved = performance.now()
      timer ??= setTimeout(look, restsAfter)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store])
  return rested
}
