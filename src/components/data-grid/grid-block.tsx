/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { lazy, memo, Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import type { LinePart } from './cell-style.ts'
import { isInRange, rangeOf } from './grid-cursor.ts'
import { GridRow } from './grid-row.tsx'
import styles from './data-grid.module.css'
import { withEdits } from './use-cell-edits.ts'
import type { BlockPlace, ShownBlock, ShownLine } from './use-line-blocks.ts'

const GridGroup = lazy(() => import('./grid-group.tsx').then((module) => ({ default: module.GridGroup })))

const EditedCell = lazy(() => import('./edited-cell.tsx').then((module) => ({ default: module.EditedCell })))

/** Some lines below each other, drawn again only when one of them is another: see `useLineBlocks`. */
export const LineBlock = memo(function LineBlock({ place }: { place: BlockPlace }) {
  const block = useSyncExternalStore(place.subscribe, place.read, place.read)
  return block?.lines.map((line, at) => drawLine(block, line, block.first + at))
})

function drawLine(block: ShownBlock, line: ShownLine, index: number): ReactNode {
  const { grid, parts, part, places, anchor } = block
  const { item } = line
  const slot = index % places
  const top = (index - anchor) * grid.rowHeight
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
    return drawRow(block, line, { id: idOf(part), owns, index, slot, top })
  }
  // What goes over all columns stands in the part that sticks, so that it stays in sight.
  if (part !== 'left') return null
  const style = { top }
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

interface RowPlace {
  id: string
  owns: string | undefined
  index: number
  /** The element it stands in. */
  slot: number
  top: number
}

function drawRow(
  { grid, frame, part, columnFrom, columnTo, marks }: ShownBlock,
  { row, edits, over, others, selected, depth, isParent, open }: ShownLine,
  { slot, index, ...place }: RowPlace,
): ReactNode {
  const { cursor = null, editing = null, filling = null } = marks ?? {}
  const range = cursor && rangeOf(cursor)
  const isFilling = filling !== null && isInRange(filling, index, filling.left)
  const hasCorner = range !== null && range.bottom === index && frame.editable
  // A part is told of marks in its own columns: the others rest when the cursor moves.
  const own = (column: number): number => ((frame.columns[column]?.pinned ?? 'free') === part ? column : -1)
  const inRange =
    range !== null &&
    isInRange(range, index, range.left) &&
    // Over several columns it may begin in one part and end in another.
    (range.left < range.right || own(range.left) >= 0)
  const edited = row && editing?.row === index ? own(editing.column) : -1
  const column = grid.columns[edited]
  return (
    <GridRow
      key={slot}
      {...place}
      frame={frame}
      part={part}
      row={row}
      index={index}
      columnFrom={columnFrom}
      columnTo={columnTo}
      selected={selected}
      edits={edits}
      over={over}
      marks={others}
      active={cursor?.row === index ? own(cursor.column) : -1}
      rangeFrom={inRange ? range.left : -1}
      rangeTo={inRange ? range.right : -1}
      fillFrom={isFilling ? filling.left : -1}
      fillTo={isFilling ? filling.right : -1}
      corner={hasCorner ? own(range.right) : -1}
      edited={edited}
      editor={
        row && column ? (
          <Suspense>
            <EditedCell
              grid={grid}
              row={withEdits(row, edits)}
              stored={row}
              column={column}
              text={editing?.text}
              leave={editing?.leave}
            />
          </Suspense>
        ) : null
      }
      depth={depth}
      isParent={isParent}
      open={open}
    />
  )
}
