/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { lazy, Suspense } from 'react'
import { useTranslate } from '#ui/translate.ts'
import { isInRange, rangeOf } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { GridGroup } from './grid-group.tsx'
import type { GridLine } from './grid-lines.ts'
import { GridRow } from './grid-row.tsx'
import styles from './data-grid.module.css'
import { withEdits } from './use-cell-edits.ts'
import type { GridWindow } from './use-grid-window.ts'

const CellEditor = lazy(() => import('./cell-editor.tsx').then((module) => ({ default: module.CellEditor })))

/** Elements are kept in steps of this many, so that a scroll fills those that are there instead of making others. */
const step = 16

/** The lines in sight. An element that leaves at one end is filled anew at the other: that costs a fraction of making one. */
export function GridLinesView({ grid, shown }: { grid: Grid; shown: GridWindow }) {
  const { from, to, anchor, offset } = shown
  const last = Math.min(to, grid.lines.list.count)
  const places = Math.ceil((to - from) / step) * step
  const lines = Array.from({ length: Math.max(0, last - from) }, (_, at) => from + at)
  return (
    <div style={{ transform: `translateY(${offset}px)` }}>
      {lines.map((index) => (
        <Line
          key={index % places}
          grid={grid}
          shown={shown}
          index={index}
          top={(index - anchor) * grid.rowHeight}
        />
      ))}
    </div>
  )
}

interface LineProps {
  grid: Grid
  shown: GridWindow
  index: number
  top: number
}

function Line({ grid, shown, index, top }: LineProps) {
  const t = useTranslate()
  const line: GridLine | undefined = grid.lines.list.at(index)
  const style = { transform: `translateY(${top}px)` }
  if (line?.kind === 'group') return <GridGroup grid={grid} item={line} index={index} style={style} />
  if (line?.kind === 'row') return <RowLine grid={grid} shown={shown} index={index} top={top} line={line} />
  return (
    <div role="row" aria-rowindex={index + 2} className={styles.row} style={style}>
      <div role="gridcell" className={line?.kind === 'note' ? styles.note : undefined}>
        {line?.kind === 'note' ? line.text : <span aria-label={t('Loading')} className={styles.loading} />}
      </div>
    </div>
  )
}

function RowLine({
  grid,
  shown,
  index,
  top,
  line,
}: LineProps & { line: Extract<GridLine, { kind: 'row' }> }) {
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
              key={editing?.text ?? ''}
              grid={grid}
              row={withEdits(row, grid.edits.of(row))}
              stored={row}
              column={column}
              text={editing?.text}
            />
          </Suspense>
        ) : null
      }
      depth={line.depth}
      children={frame.tree && row !== undefined && grid.lines.childrenOf(id) > 0}
      open={frame.tree && grid.isOpen(id)}
    />
  )
}
