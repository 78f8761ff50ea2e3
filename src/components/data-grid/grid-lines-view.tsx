/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { lazy, Suspense, useEffect, useState } from 'react'
import { classes } from '#ui/classes.ts'
import { useTranslate } from '#ui/translate.ts'
import type { LinePart } from './cell-style.ts'
import { isInRange, rangeOf } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { GridGroup } from './grid-group.tsx'
import type { GridLine } from './grid-lines.ts'
import { GridRow } from './grid-row.tsx'
import { lineStep } from './grid-scale.ts'
import styles from './data-grid.module.css'
import { withEdits } from './use-cell-edits.ts'
import type { GridWindow } from './use-grid-window.ts'

const CellEditor = lazy(() => import('./cell-editor.tsx').then((module) => ({ default: module.CellEditor })))

/** Milliseconds without a scroll after which the lines are put in order. */
const restsAfter = 400

/** The lines in sight. An element that leaves at one end is filled anew at the other: that costs a fraction of making one. */
export function GridLinesView({ grid, shown }: { grid: Grid; shown: GridWindow }) {
  const { from, to, anchor, offset } = shown
  const last = Math.min(to, grid.lines.list.count)
  const places = Math.ceil((to - from) / lineStep) * lineStep
  const lines = Array.from({ length: Math.max(0, last - from) }, (_, at) => from + at)
  // Elements stay where they are in the document while the lines move: moving one costs as much as making it. At rest
  // they are put in order, for readers that go by it.
  if (!useAtRest(from)) lines.sort((a, b) => (a % places) - (b % places))
  const shift = { transform: `translateY(${offset}px)` }
  return partsOf(grid).map(({ part, cells }) => (
    // To a screen reader a line is one row in parts, told by its number.
    <div key={part} role={cells ? 'rowgroup' : undefined} className={classes(styles.pane, paneStyles[part])}>
      <div style={shift}>
        {lines.map((index) => (
          <Line
            key={index % places}
            grid={grid}
            shown={shown}
            part={part}
            cells={cells}
            index={index}
            top={(index - anchor) * grid.rowHeight}
          />
        ))}
      </div>
    </div>
  ))
}

/** The parts, and whether they have cells. Heads of groups stand in the left one even where it has none. */
const partsOf = ({ layout, selectable, rowActions }: Grid): { part: LinePart; cells: boolean }[] => [
  { part: 'left', cells: selectable || layout.left.count > 0 },
  { part: 'free', cells: layout.free.count > 0 },
  { part: 'right', cells: rowActions.length > 0 || layout.right.count > 0 },
]
const paneStyles = { left: styles.leftPane, free: styles.freePane, right: styles.rightPane }

/** Whether a value has not changed for a moment. */
function useAtRest(value: number): boolean {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restsAfter)
    return () => clearTimeout(timer)
  }, [value])
  return rested === value
}

interface LineProps {
  grid: Grid
  shown: GridWindow
  part: LinePart
  /** Whether lines have cells in this part. */
  cells: boolean
  index: number
  top: number
}

function Line({ grid, shown, part, cells, index, top }: LineProps) {
  const t = useTranslate()
  const line: GridLine | undefined = grid.lines.list.at(index)
  const style = { transform: `translateY(${top}px)` }
  if (line?.kind === 'row' && !cells) return null
  if (line?.kind === 'row')
    return <RowLine grid={grid} shown={shown} part={part} index={index} top={top} line={line} />
  // What goes over all columns stands in the part that sticks, so that it stays in sight.
  if (part !== 'left') return null
  if (line?.kind === 'group') return <GridGroup grid={grid} item={line} index={index} style={style} />
  return (
    <div role="row" aria-rowindex={index + 2} className={classes(styles.row, styles.across)} style={style}>
      <div role="gridcell" className={line?.kind === 'note' ? styles.note : undefined}>
        {line?.kind === 'note' ? line.text : <span aria-label={t('Loading')} className={styles.loading} />}
      </div>
    </div>
  )
}

function RowLine({
  grid,
  shown,
  part,
  index,
  top,
  line,
}: Omit<LineProps, 'cells'> & { line: Extract<GridLine, { kind: 'row' }> }) {
  const { cursor, editing, frame } = grid
  const { row } = line
  const id = row ? String(row['id']) : ''
  const range = cursor && rangeOf(cursor)
  const inRange = range !== null && isInRange(range, index, range.left)
  const edited = row && editing?.row === index ? editing.column : -1
  const column = grid.columns[edited]
  return (
    <GridRow
      frame={frame}
      part={part}
      row={row}
      index={index}
      top={top}
      columnFrom={shown.columnFrom}
      columnTo={shown.columnTo}
      selected={row !== undefined && grid.selection.has(id)}
      edits={row && grid.edits.of(row)}
      active={cursor?.row === index ? cursor.column : -1}
      rangeFrom={inRange ? range.left : -1}
      rangeTo={inRange ? range.right : -1}
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
      depth={line.depth}
      isParent={frame.tree && row !== undefined && grid.lines.childrenOf(id) > 0}
      open={frame.tree && grid.isOpen(id)}
    />
  )
}
