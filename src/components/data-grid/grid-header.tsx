/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { lazy, memo, Suspense, useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { isNumeric } from '../field/field-traits.ts'
import { cellStyle, drawnColumns } from './cell-style.ts'
import type { Grid } from './grid-context.ts'
import { narrowest, widest, type PlacedColumn } from './grid-layout.ts'
import { nextSort, sortedBy } from './grid-sort.ts'
import styles from './data-grid.module.css'
import { useShownColumns, type WindowStore } from './use-grid-window.ts'

const HeadMenu = lazy(() => import('./head-menu.tsx').then((module) => ({ default: module.HeadMenu })))

/** Records the box in the heading chooses; bulk writes take no more. */
const mostChosen = 1000

interface GridHeaderProps {
  grid: Grid
  store: WindowStore
  /** The column of the cursor while it stands in the heading, −1 otherwise. */
  active: number
}

/** The heading row: sorts by a click, drags to move and to widen; everything is also in each column's menu. */
export const GridHeader = memo(function GridHeader({ grid, store, active }: GridHeaderProps) {
  const t = useTranslate()
  const { columnFrom, columnTo } = useShownColumns(store)
  const { selectable, selection, lines, frame } = grid
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const all = Math.min(lines.total ?? Infinity, mostChosen)
  const drop = (target: string): void => {
    const order = grid.columns.map(({ key }) => key)
    if (dragged && dragged !== target) {
      const from = order.indexOf(dragged)
      const to = order.indexOf(target)
      order.splice(from, 1)
      order.splice(to, 0, dragged)
      grid.table.setColumnOrder(order)
    }
    setDragged(null)
    setOver(null)
  }
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {selectable && (
        <div role="columnheader" aria-colindex={1} className={classes(styles.head, styles.selectCell)}>
          <Checkbox
            label={t('Choose all rows')}
            hideLabel
            checked={selection.size > 0 && selection.size >= all}
            indeterminate={selection.size > 0 && selection.size < all}
            onChange={(on) => {
              if (!on) grid.select(new Set())
              else void lines.readIds(mostChosen).then((ids) => grid.select(new Set(ids)))
            }}
          />
        </div>
      )}
      {drawnColumns(frame, columnFrom, columnTo).map(({ column, at }) => (
        <Heading
          key={column.key}
          grid={grid}
          column={column}
          index={at}
          active={active === at}
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
        style={{ gridColumn: grid.columns.length + (selectable ? 2 : 1) }}
      >
        <VisuallyHidden>{grid.rowActions.length > 0 ? t('Actions') : t('Free space')}</VisuallyHidden>
      </div>
    </div>
  )
}, isSame)

// Moving the cursor and arriving rows leave the heading as it is.
function isSame(a: GridHeaderProps, b: GridHeaderProps): boolean {
  return (
    a.grid.frame === b.grid.frame &&
    a.grid.settings === b.grid.settings &&
    a.grid.selection === b.grid.selection &&
    a.grid.lines.total === b.grid.lines.total &&
    a.grid.lines.name === b.grid.lines.name &&
    (a.grid.filterBy === null) === (b.grid.filterBy === null) &&
    a.store === b.store &&
    a.active === b.active
  )
}

interface HeadingProps {
  grid: Grid
  column: PlacedColumn
  index: number
  active: boolean
  over: boolean
  drag: React.HTMLAttributes<HTMLElement> & { draggable: boolean }
}

function Heading({ grid, column, index, active, over, drag }: HeadingProps) {
  const sort = grid.settings.sort ?? []
  const sorted = sortedBy(sort, column)
  const place = sort.findIndex(({ field }) => field === column.sortBy)
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
      style={cellStyle(grid.frame, column, index)}
      {...drag}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles.headButton}
        disabled={column.sortBy === null}
        onClick={(event) => grid.change({ sort: nextSort(sort, column, event.shiftKey) })}
      >
        <span className={styles.headWords}>{column.label}</span>
        {sorted && <Icon name={sorted === 'asc' ? 'arrow-up' : 'arrow-down'} />}
        {sorted && sort.length > 1 && <span className={styles.sortPlace}>{place + 1}</span>}
      </button>
      <Suspense>
        <HeadMenu grid={grid} column={column} index={index} />
      </Suspense>
      <Widen grid={grid} column={column} />
    </div>
  )
}

/** The edge of a column: dragged, it is as wide as the pointer says; pressed twice, as what stands in it. Both are in the menu. */
function Widen({ grid, column }: { grid: Grid; column: PlacedColumn }) {
  return (
    <span
      aria-hidden
      className={styles.resize}
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onDoubleClick={(event) => {
        const heading = event.currentTarget.parentElement
        if (heading)
          void import('./fit-column.ts').then((module) => module.fitColumn(grid, column.key, heading))
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.stopPropagation()
        const edge = event.currentTarget
        const from = event.clientX
        const sign = column.pinned === 'right' ? -1 : 1
        const move = (moved: PointerEvent): void => {
          const width = Math.round(column.size + (moved.clientX - from) * sign)
          const kept = Math.min(widest, Math.max(narrowest, width))
          grid.table.setColumnSizing((sizes) => ({ ...sizes, [column.key]: kept }))
        }
        const end = (): void => {
          edge.removeEventListener('pointermove', move)
          edge.removeEventListener('pointerup', end)
          edge.removeEventListener('pointercancel', end)
        }
        edge.setPointerCapture(event.pointerId)
        edge.addEventListener('pointermove', move)
        edge.addEventListener('pointerup', end)
        edge.addEventListener('pointercancel', end)
      }}
    />
  )
}
