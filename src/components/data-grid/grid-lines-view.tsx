import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import { classes } from '#ui/classes.ts'
import type { LinePart } from './cell-style.ts'
import { LineBlock, lineAt, touches } from './grid-block.tsx'
import type { Grid } from './grid-context.ts'
import { useEdits } from './grid-edits.ts'
import { useMarks } from './grid-marks.ts'
import { blockLines, lineStep } from './grid-scale.ts'
import styles from './data-grid.module.css'
import { useShown, type WindowStore } from './use-grid-window.ts'
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
  const { from, to, anchor, offset, columnFrom, columnTo } = useShown(store)
  const marks = useMarks(grid.marks)
  useEdits(grid.edits.store)
  useLive(grid)
  useTellView(grid.lines.name, from, to, (first, end) => {
    const ahead = store.ahead()
    onView(Math.max(0, first + Math.min(0, ahead)), end + Math.max(0, ahead))
  })
  const atRest = useAtRest(from)
  const { list } = grid.lines
  const last = Math.min(to, list.count)
  const places = Math.ceil((to - from) / lineStep) * lineStep
  const order = Array.from(
    { length: Math.max(0, Math.ceil((last - from) / blockLines)) },
    (_, at) => from + at * blockLines,
  )
  // Elements stay where they are in the document while the lines move: moving one costs as much as making it. At rest
  // they are put in order, for readers that go by it.
  if (!atRest) order.sort((a, b) => (a % places) - (b % places))
  const { layout, rowActions, frame } = grid
  const parts = useMemo(() => partsOf({ layout, rowActions }), [layout, rowActions])
  const blocks = order.map((first) => {
    const end = Math.min(first + blockLines, last)
    const lines = Array.from({ length: end - first }, (_, at) => lineAt(grid, first + at))
    return { first, lines, places, anchor, marks: touches(marks, first, end) ? marks : null }
  })
  useEffect(() => {
    grid.live?.look(blocks.flatMap(({ lines }) => lines.flatMap(({ row }) => (row ? [row] : []))))
    // What had the focus may have gone with its line, which no blur tells.
    if (!scroller.current?.contains(document.activeElement)) scroller.current?.removeAttribute('data-focused')
  })
  const shift = { transform: `translateY(${offset}px)` }
  return parts.map((part) => (
    <div key={part} className={classes(styles.pane, paneStyles[part])}>
      <div style={shift}>
        {blocks.map((block) => (
          <LineBlock
            key={(block.first % places) / blockLines}
            {...block}
            grid={grid}
            frame={frame}
            parts={parts}
            part={part}
            // What sticks does not change when columns pass.
            columnFrom={part === 'free' ? columnFrom : 0}
            columnTo={part === 'free' ? columnTo : 0}
          />
        ))}
        {marks.dropping && (
          <Suspense>
            <GridDrop grid={grid} part={part} drop={marks.dropping} anchor={anchor} />
          </Suspense>
        )}
      </div>
    </div>
  ))
})

/** The parts that are drawn. Heads of groups stand in the left one even where it has no cells. */
const partsOf = ({ layout, rowActions }: Pick<Grid, 'layout' | 'rowActions'>): LinePart[] => [
  'left',
  ...(layout.free.count > 0 ? (['free'] as const) : []),
  ...(rowActions.length > 0 || layout.right.count > 0 ? (['right'] as const) : []),
]
const paneStyles = { left: styles.leftPane, free: styles.freePane, right: styles.rightPane }

/** Draws again when values that were worked out here change. */
function useLive({ live }: Grid): void {
  useSyncExternalStore(live?.subscribe ?? never, live?.read ?? zero, zero)
}

const never = () => () => undefined
const zero = () => 0

/** Whether a value has not changed for a moment. */
function useAtRest(value: number): boolean {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restsAfter)
    return () => clearTimeout(timer)
  }, [value])
  return rested === value
}
