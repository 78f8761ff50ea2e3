import { lazy, memo, Suspense, useMemo, useState, type RefObject } from 'react'
import { classes } from '#ui/classes.ts'
import type { LinePart } from './cell-style.ts'
import { LineBlock } from './grid-block.tsx'
import type { Grid } from './grid-context.ts'
import { useDropping } from './grid-marks.ts'
import styles from './data-grid.module.css'
import { useShownPart, type WindowStore } from './use-grid-window.ts'
import { useLineBlocks } from './use-line-blocks.ts'

const GridDrop = lazy(() => import('./grid-drop.tsx').then((module) => ({ default: module.GridDrop })))

const FollowLines = lazy(() =>
  import('./follow-lines.tsx').then((module) => ({ default: module.FollowLines })),
)

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
  // Elements stay where they are in the document while the lines move: moving one costs as much as making it. At rest
  // they are put in order, for readers that go by it.
  const [begin, setBegin] = useState(0)
  const shift = { transform: `translateY(${offset}px)` }
  const panes = parts.map((part, at) => {
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
  return (
    <>
      <Suspense>
        <FollowLines grid={grid} store={store} scroller={scroller} onView={onView} onRest={setBegin} />
      </Suspense>
      {panes}
    </>
  )
})

/** The parts that are drawn. Heads of groups stand in the left one even where it has no cells. */
const partsOf = ({ layout, rowActions }: Pick<Grid, 'layout' | 'rowActions'>): LinePart[] => [
  'left',
  ...(layout.free.count > 0 ? (['free'] as const) : []),
  ...(rowActions.length > 0 || layout.right.count > 0 ? (['right'] as const) : []),
]
const paneStyles = { left: styles.leftPane, free: styles.freePane, right: styles.rightPane }
