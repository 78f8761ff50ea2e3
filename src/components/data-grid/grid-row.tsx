/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { memo, useMemo } from 'react'
import type { Row } from '#contracts/query.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { isNumeric } from '../field/field-traits.ts'
import { viewOfField } from '../field/view-of-field.tsx'
import { partColumns, type LinePart } from './cell-style.ts'
import type { GridColumn } from './grid-columns.ts'
import type { GridFrame } from './grid-context.ts'
import type { PlacedColumn } from './grid-layout.ts'
import styles from './data-grid.module.css'
import { RowMenu } from './row-menu.tsx'
import { editOf, withEdits, type CellEdit, type RowEdits } from './use-cell-edits.ts'

interface GridRowProps {
  frame: GridFrame
  part: LinePart
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
  /** Column of the cursor, −1 when it stands elsewhere. */
  active: number
  /** Columns of the chosen range in this row, −1 when none. */
  rangeFrom: number
  rangeTo: number
  /** Column that is being edited, −1 when none, and what edits it. */
  edited: number
  editor: React.ReactNode
  depth: number
  /** In a tree: whether something stands under it, and whether that shows. */
  isParent: boolean
  open: boolean
}

/**
 * One record as a line of cells, or a part of it. It is drawn again only when something it shows changed; pointer and keys
 * are handled once for the whole grid, so a line carries no handlers.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { frame, part, row, index, top, selected, edits, active, edited } = props
  const t = useTranslate()
  const shown = useMemo(() => row && withEdits(row, edits), [row, edits])
  const before = part === 'left' ? (frame.selectable ? 2 : 1) : 1 - firstOf(frame, part)
  return (
    <div
      role="row"
      data-line={index}
      aria-rowindex={index + 2}
      aria-selected={frame.selectable ? selected : undefined}
      aria-level={frame.tree ? props.depth + 1 : undefined}
      aria-expanded={props.isParent ? props.open : undefined}
      aria-busy={row ? undefined : true}
      className={classes(styles.row, styles[part], selected && styles.selected)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {part === 'left' && frame.selectable && (
        <div role="gridcell" aria-colindex={1} className={classes(styles.cell, styles.selectCell)}>
          {row && (
            <input
              type="checkbox"
              tabIndex={-1}
              data-choose
              className={styles.box}
              aria-label={t('Choose row {{number}}', { number: index + 1 })}
              checked={selected}
              // The grid answers the click for all of its lines.
              readOnly
            />
          )}
        </div>
      )}
      {partColumns(frame, part, props.columnFrom, props.columnTo).map(({ column, at }) => (
        <GridCell
          key={column.key}
          frame={frame}
          row={row}
          shown={shown}
          column={column}
          lineAt={index}
          columnAt={at}
          track={at + before}
          active={active === at}
          inRange={at >= props.rangeFrom && at <= props.rangeTo}
          edit={row ? editOf(row, edits, column.key) : null}
          editor={edited === at ? props.editor : null}
          depth={column.key === frame.titleKey ? props.depth : 0}
          toggle={
            column.key === frame.titleKey && frame.tree ? (props.isParent ? props.open : null) : undefined
          }
        />
      ))}
      {part === 'right' && frame.rowActions.length > 0 && (
        <div
          role="gridcell"
          aria-colindex={frame.columns.length + (frame.selectable ? 2 : 1)}
          className={classes(styles.cell, styles.menuCell)}
        >
          {row && <RowMenu frame={frame} row={row} compact />}
        </div>
      )}
    </div>
  )
})

/** The first column of a part. */
const firstOf = ({ columns, layout }: GridFrame, part: LinePart): number =>
  part === 'left' ? 0 : part === 'free' ? layout.left.count : columns.length - layout.right.count

interface GridCellProps {
  frame: GridFrame
  row: Row | undefined
  shown: Row | undefined
  column: PlacedColumn
  lineAt: number
  columnAt: number
  /** Its track among those of its part. */
  track: number
  active: boolean
  inRange: boolean
  edit: CellEdit | null
  editor: React.ReactNode
  depth: number
  /** In the column that names a record of a tree: open, closed, or nothing under it. */
  toggle: boolean | null | undefined
}

function GridCell({
  frame,
  row,
  shown,
  column,
  lineAt,
  columnAt,
  track,
  active,
  inRange,
  edit,
  ...more
}: GridCellProps) {
  const { editor, depth, toggle } = more
  return (
    <div
      role="gridcell"
      id={`${frame.id}-${lineAt}-${columnAt}`}
      data-column={columnAt}
      aria-colindex={columnAt + (frame.selectable ? 2 : 1)}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.2 has it on gridcell
      aria-readonly={frame.editable && !column.editable ? true : undefined}
      aria-invalid={edit?.problem ? true : undefined}
      className={classes(
        styles.cell,
        isNumeric(column.field.type) && styles.number,
        active && styles.active,
        inRange && !active && styles.inRange,
        edit?.problem && styles.problem,
        edit?.state === 'saving' && styles.saving,
        editor !== null && styles.edited,
      )}
      style={{ gridColumn: track }}
      {...tooltip(edit?.problem ?? undefined)}
    >
      {toggle !== undefined && (
        <span className={styles.indent} style={{ width: depth * 18 + 20 }}>
          {toggle !== null && (
            <span data-toggle className={styles.toggle}>
              <Icon name={toggle ? 'chevron-down' : 'chevron-right'} />
            </span>
          )}
        </span>
      )}
      {editor !== null ? (
        editor
      ) : !shown || !row ? (
        <span className={styles.coming} />
      ) : column.key === frame.titleKey && frame.canOpen ? (
        <OpenCell frame={frame} row={row} column={column} shown={shown} />
      ) : (
        <CellValue column={column} row={shown} value={shown[column.key]} />
      )}
    </div>
  )
}

function OpenCell({
  frame,
  row,
  column,
  shown,
}: {
  frame: GridFrame
  row: Row
  column: GridColumn
  shown: Row
}) {
  const t = useTranslate()
  const href = frame.hrefOf(row)
  const value = <CellValue column={column} row={shown} value={shown[column.key]} />
  return (
    <>
      {href ? (
        <Link href={href} tabIndex={-1} className={styles.open} draggable={false}>
          {value}
        </Link>
      ) : (
        <button type="button" tabIndex={-1} data-open className={styles.open}>
          {value}
        </button>
      )}
      {frame.editable && !href && <Icon name="external" className={styles.openSign} label={t('Open')} />}
    </>
  )
}

const CellValue = memo(function CellValue({
  column,
  row,
  value,
}: {
  column: GridColumn
  row: Row
  value: unknown
}) {
  const { cell: Cell } = viewOfField(column.field)
  return <Cell value={value} field={column.field} row={row} />
})
