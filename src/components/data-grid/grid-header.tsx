/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu } from '#ui/menu.tsx'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { isNumeric } from '../field/field-traits.ts'
import { columnMenu } from './column-menu.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Grid } from './grid-context.ts'
import { nextSort, sortedBy } from './grid-sort.ts'
import styles from './data-grid.module.css'
import { pinStyle } from './pin-style.ts'

/** The heading row: sorts by a click, drags to move and to widen; everything is also in each column's menu. */
export function GridHeader({ grid }: { grid: Grid }) {
  const t = useTranslate()
  const { table, selectable } = grid
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const drop = (target: string): void => {
    const order = grid.columns.map(({ key }) => key)
    if (dragged && dragged !== target) {
      const from = order.indexOf(dragged)
      const to = order.indexOf(target)
      order.splice(from, 1)
      order.splice(to, 0, dragged)
      grid.change({ order })
    }
    setDragged(null)
    setOver(null)
  }
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {selectable && (
        <div role="columnheader" aria-colindex={1} className={classes(styles.head, styles.selectCell)}>
          <Checkbox
            label={t('Choose all rows shown')}
            hideLabel
            checked={grid.data.rows.length > 0 && table.getIsAllRowsSelected()}
            indeterminate={table.getIsSomeRowsSelected()}
            onChange={(on) => table.toggleAllRowsSelected(on)}
          />
        </div>
      )}
      {grid.columns.map((column, index) => (
        <Heading
          key={column.key}
          grid={grid}
          column={column}
          index={index}
          over={over === column.key && dragged !== column.key}
          drag={{
            draggable: true,
            onDragStart: () => setDragged(column.key),
            onDragEnd: () => setDragged(null),
            onDragOver: (event) => {
              event.preventDefault()
              setOver(column.key)
            },
            onDrop: () => drop(column.key),
          }}
        />
      ))}
      <div
        role="columnheader"
        aria-colindex={grid.columns.length + (selectable ? 2 : 1)}
        className={classes(styles.head, styles.rest, grid.rowActions.length > 0 && styles.actions)}
      >
        <VisuallyHidden>{grid.rowActions.length > 0 ? t('Actions') : t('Free space')}</VisuallyHidden>
      </div>
    </div>
  )
}

interface HeadingProps {
  grid: Grid
  column: GridColumn
  index: number
  over: boolean
  drag: React.HTMLAttributes<HTMLElement> & { draggable: boolean }
}

function Heading({ grid, column, index, over, drag }: HeadingProps) {
  const t = useTranslate()
  const { settings, table, cursor } = grid
  const sorted = sortedBy(settings.sort ?? [], column)
  const header = table.getFlatHeaders().find(({ id }) => id === column.key)
  const active = cursor?.row === -1 && cursor.column === index
  return (
    <div
      role="columnheader"
      id={`${grid.id}-h-${index}`}
      aria-colindex={index + (grid.selectable ? 2 : 1)}
      aria-sort={
        sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : column.sortBy ? 'none' : undefined
      }
      className={classes(
        styles.head,
        isNumeric(column.field.type) && styles.number,
        active && styles.active,
        over && styles.dropHere,
      )}
      style={pinStyle(grid, column.key)}
      {...drag}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles.headButton}
        disabled={column.sortBy === null}
        onClick={(event) => grid.change({ sort: nextSort(settings.sort ?? [], column, event.shiftKey) })}
      >
        <span className={styles.headWords}>{column.label}</span>
        {sorted && <Icon name={sorted === 'asc' ? 'arrow-up' : 'arrow-down'} />}
      </button>
      <Menu items={columnMenu(grid, column)} align="end">
        {(trigger) => (
          <button
            {...trigger}
            type="button"
            tabIndex={-1}
            data-column-menu={index}
            aria-label={t('Column {{name}}', { name: column.label })}
            className={styles.headMenu}
          >
            <Icon name="chevron-down" />
          </button>
        )}
      </Menu>
      {/* Widening by keyboard is in the menu. */}
      <span
        aria-hidden
        className={styles.resize}
        draggable
        onDragStart={(event) => {
          event.preventDefault()
          event.stopPropagation()
        }}
        onMouseDown={header?.getResizeHandler()}
        onTouchStart={header?.getResizeHandler()}
      />
    </div>
  )
}
