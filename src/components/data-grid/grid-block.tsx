/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { lazy, memo, Suspense, type ReactNode } from 'react'
import type { Row } from '#contracts/query.ts'
import { classes } from '#ui/classes.ts'
import type { LinePart } from './cell-style.ts'
import { isInRange, rangeOf, type Range } from './grid-cursor.ts'
import type { Grid, GridFrame, RowMarks } from './grid-context.ts'
import type { RowEdits } from './grid-edits.ts'
import type { GridLine } from './grid-lines.ts'
import type { Marks } from './grid-marks.ts'
import { GridRow } from './grid-row.tsx'
import styles from './data-grid.module.css'
import { withEdits } from './use-cell-edits.ts'

const GridGroup = lazy(() => import('./grid-group.tsx').then((module) => ({ default: module.GridGroup })))

const EditedCell = lazy(() => import('./edited-cell.tsx').then((module) => ({ default: module.EditedCell })))

/** A line and what is drawn with it besides the marks: a block of lines for which all of this is the same is not drawn again. */
interface ShownLine {
  item: GridLine | undefined
  row: Row | undefined
  edits: RowEdits | undefined
  over: Row | undefined
  others: RowMarks | undefined
  selected: boolean
  depth: number
  isParent: boolean
  open: boolean
}

/** What is drawn of a line of the grid as it is now. */
export function lineAt(grid: Grid, index: number): ShownLine {
  const item = grid.lines.list.at(index)
  const row = item?.kind === 'row' ? item.row : undefined
  const key = row ? String(row['id']) : ''
  return {
    item,
    row,
    edits: row && grid.edits.of(row),
    over: row && grid.live?.over(row),
    others: row && grid.others.marks.get(key),
    selected: row !== undefined && grid.selection.has(key),
    depth: item?.kind === 'row' ? item.depth : 0,
    isParent: grid.tree && row !== undefined && grid.lines.childrenOf(key) > 0,
    open: grid.tree && grid.isOpen(key),
  }
}

interface LineBlockProps {
  /** For what is drawn of more than its line: a head of a group, a cell that is edited. */
  grid: Grid
  frame: GridFrame
  parts: readonly LinePart[]
  part: LinePart
  /** Place of its first line among the lines of the grid. */
  first: number
  lines: readonly ShownLine[]
  /** How many elements lines are drawn in. */
  places: number
  anchor: number
  columnFrom: number
  columnTo: number
  /** Null where none of them stands in it. */
  marks: Marks | null
}

/** Some lines below each other. Looking at each line that did not change was most of what a turn of the wheel cost. */
export const LineBlock = memo(function LineBlock(block: LineBlockProps) {
  return block.lines.map((line, at) => drawLine(block, line, block.first + at))
}, isSameBlock)

const sameOf = [
  'frame',
  'parts',
  'part',
  'first',
  'places',
  'anchor',
  'columnFrom',
  'columnTo',
  'marks',
] as const
const sameIn = ['row', 'edits', 'over', 'others', 'selected', 'depth', 'isParent', 'open'] as const

function isSameBlock(a: LineBlockProps, b: LineBlockProps): boolean {
  // What is edited, and heads of groups, go by the grid of now.
  if (a.grid !== b.grid && (b.marks !== null || !b.lines.every(({ item }) => item?.kind === 'row')))
    return false
  return (
    sameOf.every((key) => a[key] === b[key]) &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, at) => {
      const now = b.lines[at]
      return line.item?.kind === now?.item?.kind && sameIn.every((key) => line[key] === now?.[key])
    })
  )
}

/** Whether a mark stands in the lines `first` to `end` (not with it). */
export function touches({ cursor, editing, filling }: Marks, first: number, end: number): boolean {
  const meets = ({ top, bottom }: Range): boolean => top < end && bottom >= first
  return (
    (cursor !== null && meets(rangeOf(cursor))) ||
    (filling !== null && meets(filling)) ||
    (editing !== null && editing.row >= first && editing.row < end)
  )
}

function drawLine(block: LineBlockProps, line: ShownLine, index: number): ReactNode {
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
  { grid, frame, part, columnFrom, columnTo, marks }: LineBlockProps,
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
