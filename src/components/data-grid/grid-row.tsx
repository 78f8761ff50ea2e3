/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { lazy, memo, Suspense, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import type { Row } from '#contracts/query.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { isNumeric } from '../field/field-traits.ts'
import { viewOfField } from '../field/view-of-field.tsx'
import { cellWidth, partColumns, surelyFits, type LinePart } from './cell-style.ts'
import type { GridColumn } from './grid-columns.ts'
import type { GridFrame, RowMarks } from './grid-context.ts'
import type { CellEdit, RowEdits } from './grid-edits.ts'
import type { PlacedColumn } from './grid-layout.ts'
import styles from './data-grid.module.css'
import { editOf, withEdits } from './use-cell-edits.ts'

const RowMenu = lazy(() => import('./row-menu.tsx').then((module) => ({ default: module.RowMenu })))

interface GridRowProps {
  frame: GridFrame
  part: LinePart
  /** Names the element of this part; stays when the element is filled with another line. */
  id: string
  /** In the first part: the ids of the others, which are one row with it to a screen reader. */
  owns: string | undefined
  /** Undefined while it is on its way: a line of the final height. */
  row: Row | undefined
  /** Place among the lines of the grid. */
  index: number
  /** Pixels from where lines are counted. */
  top: number
  columnFrom: number
  columnTo: number
  selected: boolean
  edits: RowEdits | undefined
  /** What was worked out here and stands until the server's comes. */
  over: Row | undefined
  /** Who else types in which of its cells. */
  marks: RowMarks | undefined
  /** Column of the cursor, −1 when it stands elsewhere. */
  active: number
  /** Columns of the chosen range in this row, −1 when none. */
  rangeFrom: number
  rangeTo: number
  /** Columns over which the corner of the range is dragged in this row, −1 when none. */
  fillFrom: number
  fillTo: number
  /** Column with the corner that is dragged to fill, −1 when none. */
  corner: number
  /** Column that is being edited, −1 when none, and what edits it. */
  edited: number
  editor: ReactNode
  depth: number
  /** In a tree: whether something stands under it, and whether that shows. */
  isParent: boolean
  open: boolean
}

/**
 * One record as a line of cells, or a part of it. It is drawn again only when something it shows changed; pointer and keys
 * are handled once for the whole grid, so a line carries no handlers. It calls no hooks and its cells are no components:
 * that is most of what scrolling costs.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { frame, part, row, index, selected, edits } = props
  const edited = row && withEdits(row, edits)
  const shown = edited && props.over ? { ...edited, ...props.over } : edited
  const isRow = props.owns !== undefined
  return (
    <div
      id={props.id}
      // The other parts are nothing of their own: the first one owns them.
      role={isRow ? 'row' : 'none'}
      data-line={index}
      aria-owns={props.owns || undefined}
      aria-rowindex={isRow ? index + 2 : undefined}
      aria-selected={isRow && frame.selectable ? selected : undefined}
      aria-level={isRow && frame.tree ? props.depth + 1 : undefined}
      aria-expanded={isRow && props.isParent ? props.open : undefined}
      aria-busy={row ? undefined : true}
      className={classes(styles.row, styles[part], selected && styles.selected)}
      style={{ top: props.top }}
    >
      {part === 'left' && frame.selectable && (
        <div role="gridcell" aria-colindex={1} className={selectCellClass}>
          {row && frame.movable && (
            <span data-grip className={styles.grip}>
              <Icon name="grip" />
            </span>
          )}
          {row && (
            <input
              type="checkbox"
              tabIndex={-1}
              data-choose
              className={styles.box}
              aria-label={frame.t('Choose row {{number}}', { number: index + 1 })}
              checked={selected}
              // The grid answers the click for all of its lines.
              readOnly
            />
          )}
        </div>
      )}
      {partColumns(frame, part, props.columnFrom, props.columnTo).map(({ column, at }) =>
        drawCell(props, column, at, shown, row ? editOf(row, edits, column.key) : null),
      )}
      {part === 'right' && frame.rowActions.length > 0 && (
        <div
          role="gridcell"
          aria-colindex={frame.columns.length + (frame.selectable ? 2 : 1)}
          className={classes(styles.cell, styles.menuCell)}
        >
          {row && (
            <Suspense>
              <RowMenu frame={frame} row={row} compact />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
})

const selectCellClass = classes(styles.cell, styles.selectCell)
const cutCellClass = classes(styles.cell, styles.cut)
const numberCellClass = classes(styles.cell, styles.number)
const cutNumberClass = classes(styles.cell, styles.number, styles.cut)

function usualClass(column: PlacedColumn, value: unknown, taken: number): string | undefined {
  const cut = !surelyFits(column, value, taken)
  if (isNumeric(column.field.type)) return cut ? cutNumberClass : numberCellClass
  return cut ? cutCellClass : styles.cell
}

/** One cell. An element made by a call: see `GridRow`. */
function drawCell(
  props: GridRowProps,
  column: PlacedColumn,
  at: number,
  shown: Row | undefined,
  edit: CellEdit | null,
): ReactElement {
  const { frame, row, index } = props
  const active = props.active === at
  const inRange = !active && at >= props.rangeFrom && at <= props.rangeTo
  const filling = at >= props.fillFrom && at <= props.fillTo
  const corner = props.corner === at && props.edited < 0
  const editor = props.edited === at ? props.editor : null
  const mark = props.marks?.[column.key]
  const isTitle = column.key === frame.titleKey
  const depth = !isTitle
    ? null
    : frame.tree
      ? props.depth
      : frame.indent === null
        ? null
        : Number(row?.[frame.indent] ?? 0) - 1
  const taken = (depth === null ? 0 : indentOf(depth)) + (isTitle && frame.canOpen ? openSignWidth : 0)
  const usual = usualClass(column, shown?.[column.key], taken)
  const value =
    editor !== null ? (
      editor
    ) : !shown || !row ? (
      <span className={styles.coming} />
    ) : isTitle && frame.canOpen ? (
      drawTitle(frame, row, column, shown)
    ) : (
      drawValue(frame, column, shown)
    )
  return (
    <div
      key={column.key}
      role="gridcell"
      // Only the active cell is pointed at.
      id={active ? cellId(frame.id, index, at) : undefined}
      data-column={at}
      aria-colindex={at + (frame.selectable ? 2 : 1)}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.2 has it on gridcell
      aria-readonly={frame.editable && !column.editable ? true : undefined}
      aria-invalid={edit?.state === 'failed' ? true : undefined}
      className={
        active || inRange || filling || corner || edit || mark || editor !== null
          ? classes(
              usual,
              active && styles.active,
              inRange && styles.inRange,
              filling && styles.filling,
              corner && styles.cornered,
              edit?.problem && (edit.state === 'waiting' ? styles.waiting : styles.problem),
              edit?.state === 'saving' && styles.saving,
              editor !== null && styles.edited,
              mark && styles.marked,
            )
          : usual
      }
      style={
        mark
          ? ({ ...widthOf(props, column, at), '--mark': mark.ink } as CSSProperties)
          : widthOf(props, column, at)
      }
      {...tooltip(edit?.problem ?? undefined)}
    >
      {/* Always in these places: what is pressed must still be there when the pointer is let go. */}
      {depth !== null && <Indent depth={depth} toggle={frame.tree && props.isParent ? props.open : null} />}
      {value}
      {corner && <span data-fill-corner className={styles.corner} />}
      {mark?.sign}
    </div>
  )
}

const widthOf = (
  { part, columnFrom }: GridRowProps,
  { size, start }: PlacedColumn,
  at: number,
): CSSProperties => cellWidth(size, part === 'free' && at === columnFrom ? start : 0)

/** The id of a cell, which the grid points at while the cursor is in it. */
export const cellId = (grid: string, line: number, column: number): string => `${grid}-${line}-${column}`

/** Pixels one level further in. */
export const indentWidth = 18
/** Pixels that stand before a title, by how far in it is. */
const indentOf = (depth: number): number => depth * indentWidth + 20
/** Pixels of the sign that a title can be opened. */
const openSignWidth = 22

function Indent({ depth, toggle }: { depth: number; toggle: boolean | null }) {
  return (
    <span className={styles.indent} style={{ width: indentOf(depth) }}>
      {toggle !== null && (
        <span data-toggle className={styles.toggle}>
          <Icon name={toggle ? 'chevron-down' : 'chevron-right'} />
        </span>
      )}
    </span>
  )
}

/**
 * What names a record leads to it. The grid answers the click, for all of its lines, and the keys. Both ways are text to the
 * line: a real button would be one thing, which goes as a whole where its words do not fit behind an indent.
 */
function drawTitle(frame: GridFrame, row: Row, column: GridColumn, shown: Row): ReactNode {
  const href = frame.hrefOf(row)
  const value = drawValue(frame, column, shown)
  if (href)
    return (
      <a href={href} data-link tabIndex={-1} className={styles.open} draggable={false}>
        {value}
      </a>
    )
  return (
    <>
      <span role="button" tabIndex={-1} data-open className={styles.open}>
        {value}
      </span>
      {frame.editable && <Icon name="external" className={styles.openSign} label={frame.t('Open')} />}
    </>
  )
}

function drawValue({ region }: GridFrame, { key, field }: GridColumn, row: Row): ReactNode {
  const { cell: Cell, draw } = viewOfField(field)
  const drawn = draw?.(row[key], field, row, region)
  return drawn === undefined ? <Cell value={row[key]} field={field} row={row} /> : drawn
}
