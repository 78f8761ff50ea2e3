/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { lazy, memo, Suspense } from 'react'
import type { Row } from '#contracts/query.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { Menu } from '#ui/menu.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { isNumeric } from '../field/field-traits.ts'
import { fieldViewOf } from '../field/field-views.ts'
import type { GridColumn } from './grid-columns.ts'
import { at, isInRange, rangeOf } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import styles from './data-grid.module.css'
import { pinStyle } from './pin-style.ts'

const CellEditor = lazy(() => import('./cell-editor.tsx').then((module) => ({ default: module.CellEditor })))

interface GridRowProps {
  grid: Grid
  row: Row
  /** Place among the lines of the grid. */
  index: number
  style: React.CSSProperties
}

/** One record as a line of cells. */
export function GridRow({ grid, row, index, style }: GridRowProps) {
  const t = useTranslate()
  const id = String(row['id'])
  const shown = grid.edits.shown(row)
  const selected = grid.table.getState().rowSelection[id] === true
  const actions = grid.rowActions.filter(({ only }) =>
    Object.entries(only ?? {}).every(([key, value]) => row[key] === value),
  )
  const last = grid.columns.length + (grid.selectable ? 2 : 1)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={grid.selectable ? selected : undefined}
      className={classes(styles.row, selected && styles.selected)}
      style={style}
    >
      {grid.selectable && (
        <div role="gridcell" aria-colindex={1} className={classes(styles.cell, styles.selectCell)}>
          <Checkbox
            label={t('Choose row {{number}}', { number: index + 1 })}
            hideLabel
            checked={selected}
            onChange={() =>
              grid.table.setRowSelection(({ [id]: was, ...rest }) => (was ? rest : { ...rest, [id]: true }))
            }
          />
        </div>
      )}
      {grid.columns.map((column, at) => (
        <GridCell
          key={column.key}
          grid={grid}
          row={row}
          shown={shown}
          column={column}
          rowAt={index}
          columnAt={at}
        />
      ))}
      <div
        role="gridcell"
        aria-colindex={last}
        className={classes(styles.cell, styles.rest, grid.rowActions.length > 0 && styles.actions)}
      >
        {actions.length > 0 && (
          <Menu
            align="end"
            items={actions.map(({ key, label, icon, danger }) => ({
              label,
              ...(icon && { icon }),
              ...(danger && { tone: 'danger' as const }),
              onSelect: () => grid.act(key, row),
            }))}
          >
            {(trigger) => (
              <IconButton
                icon="dots"
                size="compact"
                label={t('Actions')}
                tabIndex={-1}
                className={styles.rowMenu}
                {...trigger}
              />
            )}
          </Menu>
        )}
      </div>
    </div>
  )
}

interface GridCellProps {
  grid: Grid
  row: Row
  shown: Row
  column: GridColumn
  rowAt: number
  columnAt: number
}

function GridCell({ grid, row, shown, column, rowAt, columnAt }: GridCellProps) {
  const { cursor, editing, edits } = grid
  const problem = edits.problemOf(row, column.key)
  const isActive = cursor?.row === rowAt && cursor.column === columnAt
  const inRange = cursor !== null && isInRange(rangeOf(cursor), rowAt, columnAt)
  const isEdited = editing?.row === rowAt && editing.column === columnAt
  const openCell = column.key === grid.titleKey && grid.canOpen
  return (
    // The grid holds the focus and handles the keys; a pointer chooses the cell.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="gridcell"
      id={`${grid.id}-${rowAt}-${columnAt}`}
      aria-colindex={columnAt + (grid.selectable ? 2 : 1)}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.2 has it on gridcell
      aria-readonly={grid.editable && !column.editable ? true : undefined}
      aria-invalid={problem ? true : undefined}
      className={classes(
        styles.cell,
        isNumeric(column.field.type) && styles.number,
        isActive && styles.active,
        inRange && !isActive && styles.inRange,
        problem !== null && styles.problem,
        edits.isSaving(row, column.key) && styles.saving,
        isEdited && styles.edited,
      )}
      style={pinStyle(grid, column.key)}
      {...tooltip(problem ?? undefined)}
      onMouseDown={(event) => {
        if (event.button !== 0 || isEdited) return
        if (event.shiftKey && cursor) {
          event.preventDefault()
          grid.setCursor({ row: rowAt, column: columnAt, anchor: cursor.anchor })
        } else grid.setCursor(at(rowAt, columnAt))
      }}
      onMouseEnter={(event) => {
        if (event.buttons === 1 && cursor && !editing && grid.editable)
          grid.setCursor({ ...cursor, row: rowAt, column: columnAt })
      }}
      onClick={(event) => {
        if (grid.editable || !grid.canOpen || event.shiftKey || event.defaultPrevented) return
        if (event.target instanceof Element && event.target.closest('a, button')) return
        grid.open(row)
      }}
      onDoubleClick={() => {
        if (column.editable) grid.setEditing({ row: rowAt, column: columnAt })
        else if (grid.canOpen) grid.open(row)
      }}
    >
      {isEdited ? (
        <Suspense>
          <CellEditor
            key={editing.text ?? ''}
            grid={grid}
            row={shown}
            stored={row}
            column={column}
            text={editing.text}
          />
        </Suspense>
      ) : openCell ? (
        <OpenCell grid={grid} row={row} column={column} shown={shown} />
      ) : (
        <span className={styles.words}>
          <CellValue column={column} row={shown} />
        </span>
      )}
    </div>
  )
}

function OpenCell({ grid, row, column, shown }: { grid: Grid; row: Row; column: GridColumn; shown: Row }) {
  const t = useTranslate()
  const href = grid.hrefOf(row)
  const value = <CellValue column={column} row={shown} />
  return (
    <>
      {href ? (
        <Link href={href} tabIndex={-1} className={styles.open} draggable={false}>
          {value}
        </Link>
      ) : (
        <button type="button" tabIndex={-1} className={styles.open} onClick={() => grid.open(row)}>
          {value}
        </button>
      )}
      {grid.editable && !href && <Icon name="external" className={styles.openSign} label={t('Open')} />}
    </>
  )
}

const CellValue = memo(function CellValue({ column, row }: { column: GridColumn; row: Row }) {
  const { cell: Cell } = fieldViewOf(column.field.type)
  return <Cell value={row[column.key]} field={column.field} row={row} />
})
