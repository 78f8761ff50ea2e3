/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { lazy, memo, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import type { LinePart } from './cell-style.ts'
import { isInRange, rangeOf } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import type { GridLine } from './grid-lines.ts'
import { useMarks } from './grid-marks.ts'
import { GridRow } from './grid-row.tsx'
import { lineStep } from './grid-scale.ts'
import styles from './data-grid.module.css'
import { withEdits } from './use-cell-edits.ts'
import { useShown, type GridWindow, type WindowStore } from './use-grid-window.ts'
import { useTellView } from './use-tell-view.ts'

const GridGroup = lazy(() => import('./grid-group.tsx').then((module) => ({ default: module.GridGroup })))

const GridDrop = lazy(() => import('./grid-drop.tsx').then((module) => ({ default: module.GridDrop })))

const CellEditor = lazy(() => import('./cell-editor.tsx').then((module) => ({ default: module.CellEditor })))

/** Milliseconds without a scroll after which the lines are put in order. */
const restsAfter = 400

interface GridLinesViewProps {
  grid: Grid
  store: WindowStore
  /** Says which lines are in sight, so that they are asked for. */
  onView(from: number, to: number): void
}

/** The lines in sight. An element that leaves at one end is filled anew at the other: that costs a fraction of making one. */
export const GridLinesView = memo(function GridLinesView({ grid, store, onView }: GridLinesViewProps) {
  const shown = useShown(store)
  // What is drawn below reads them from the grid.
  const { dropping } = useMarks(grid.marks)
  useLive(grid)
  const { from, to, anchor, offset } = shown
  useTellView(grid.lines.name, from, to, (first, end) => {
    const ahead = store.ahead()
    onView(Math.max(0, first + Math.min(0, ahead)), end + Math.max(0, ahead))
  })
  const atRest = useAtRest(from)
  const { list } = grid.lines
  const last = Math.min(to, list.count)
  const places = Math.ceil((to - from) / lineStep) * lineStep
  const order = Array.from({ length: Math.max(0, last - from) }, (_, at) => from + at)
  // Elements stay where they are in the document while the lines move: moving one costs as much as making it. At rest
  // they are put in order, for readers that go by it.
  if (!atRest) order.sort((a, b) => (a % places) - (b % places))
  const parts = partsOf(grid)
  const lines = order.map((index) => ({
    index,
    slot: index % places,
    top: (index - anchor) * grid.rowHeight,
    item: list.at(index),
  }))
  useEffect(() =>
    grid.live?.look(lines.flatMap(({ item }) => (item?.kind === 'row' && item.row ? [item.row] : []))),
  )
  const shift = { transform: `translateY(${offset}px)` }
  return parts.map((part) => (
    <div key={part} className={classes(styles.pane, paneStyles[part])}>
      <div style={shift}>
        {lines.map((line) => drawLine(grid, shown, parts, part, line))}
        {dropping && (
          <Suspense>
            <GridDrop grid={grid} part={part} drop={dropping} anchor={anchor} />
          </Suspense>
        )}
      </div>
    </div>
  ))
})

/** The parts that are drawn. Heads of groups stand in the left one even where it has no cells. */
const partsOf = ({ layout, rowActions }: Grid): LinePart[] => [
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

interface DrawnLine {
  index: number
  /** The element it stands in. */
  slot: number
  top: number
  item: GridLine | undefined
}

function drawLine(
  grid: Grid,
  shown: GridWindow,
  parts: readonly LinePart[],
  part: LinePart,
  { index, slot, top, item }: DrawnLine,
): ReactNode {
  if (item?.kind === 'row') {
    // Where nothing sticks to the left, the row begins in the next part.
    const first = grid.selectable || grid.layout.left.count > 0 ? 0 : 1
    const place = parts.indexOf(part)
    if (place < first) return null
    const idOf = (one: LinePart): string => `${grid.id}-${one}-${slot}`
    const owns =
      place === first
        ? parts
            .slice(first + 1)
            .map(idOf)
            .join(' ')
        : undefined
    return drawRow(grid, shown, part, { id: idOf(part), owns, index, slot, top, item })
  }
  // What goes over all columns stands in the part that sticks, so that it stays in sight.
  if (part !== 'left') return null
  const style = { transform: `translateY(${top}px)` }
  if (item?.kind === 'group')
    return (
      <Suspense key={slot}>
        <GridGroup grid={grid} item={item} index={index} style={style} />
      </Suspense>
    )
  return (
    <div
      key={slot}
      role="row"
      aria-rowindex={index + 2}
      className={classes(styles.row, styles.across)}
      style={style}
    >
      <div role="gridcell" className={item?.kind === 'note' ? styles.note : undefined}>
        {item?.kind === 'note' ? (
          item.text
        ) : (
          <span aria-label={grid.frame.t('Loading')} className={styles.loading} />
        )}
      </div>
    </div>
  )
}

interface RowPart extends DrawnLine {
  id: string
  owns: string | undefined
  item: Extract<GridLine, { kind: 'row' }>
}

function drawRow(
  grid: Grid,
  shown: GridWindow,
  part: LinePart,
  { id, owns, index, slot, top, item }: RowPart,
): ReactNode {
  const { cursor, editing, filling, frame } = grid
  const { row } = item
  const key = row ? String(row['id']) : ''
  const range = cursor && rangeOf(cursor)
  const inRange = range !== null && isInRange(range, index, range.left)
  const isFilling = filling !== null && isInRange(filling, index, filling.left)
  const hasCorner = range !== null && range.bottom === index && frame.editable
  const edited = row && editing?.row === index ? editing.column : -1
  const column = grid.columns[edited]
  const isFree = part === 'free'
  return (
    <GridRow
      key={slot}
      frame={frame}
      part={part}
      id={id}
      owns={owns}
      row={row}
      index={index}
      top={top}
      // What sticks does not change when columns pass.
      columnFrom={isFree ? shown.columnFrom : 0}
      columnTo={isFree ? shown.columnTo : 0}
      selected={row !== undefined && grid.selection.has(key)}
      edits={row && grid.edits.of(row)}
      over={row && grid.live?.over(row)}
      marks={row && grid.others.marks.get(key)}
      active={cursor?.row === index ? cursor.column : -1}
      rangeFrom={inRange ? range.left : -1}
      rangeTo={inRange ? range.right : -1}
      fillFrom={isFilling ? filling.left : -1}
      fillTo={isFilling ? filling.right : -1}
      corner={hasCorner ? range.right : -1}
      edited={edited}
      editor={
        row && column ? (
          <Suspense>
            <CellEditor
              key={`${editing?.text ?? ''} ${editing?.leave ?? ''}`}
              grid={grid}
              row={withEdits(row, grid.edits.of(row))}
              stored={row}
              column={column}
              text={editing?.text}
              leave={editing?.leave}
            />
          </Suspense>
        ) : null
      }
      depth={item.depth}
      isParent={frame.tree && row !== undefined && grid.lines.childrenOf(key) > 0}
      open={frame.tree && grid.isOpen(key)}
    />
  )
}
