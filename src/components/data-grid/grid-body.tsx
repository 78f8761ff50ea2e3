import { lazy, Suspense } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import styles from './data-grid.module.css'
import type { Grid } from './grid-context.ts'
import type { GridQuestion } from './grid-query.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { GridTable } from './grid-table.tsx'

const GridCards = lazy(() => import('./grid-cards.tsx').then((module) => ({ default: module.GridCards })))

const GridEmpty = lazy(() => import('./grid-states.tsx').then((module) => ({ default: module.GridEmpty })))

const GridError = lazy(() => import('./grid-states.tsx').then((module) => ({ default: module.GridError })))

const OtherView = lazy(() => import('./other-view.tsx').then((module) => ({ default: module.OtherView })))

const RowDetail = lazy(() => import('./row-detail.tsx').then((module) => ({ default: module.RowDetail })))

interface GridBodyProps {
  grid: Grid
  view: ViewProps<typeof dataGrid>
  model: ModelDescription
  question: GridQuestion
  /** Too narrow for a table: records are cards. */
  narrow: boolean
  /** Whether less is asked for than the list could show. */
  narrowed: boolean
  /** Takes back what this reader narrowed; undefined where that was nothing. */
  onClear: (() => void) | undefined
  /** What this reader narrowed by. */
  filters: Where | null
  onFilters: (filters: Where | null) => void
  /** Says which lines are in sight, so that they are asked for. */
  onView(from: number, to: number): void
}

/** What stands below the toolbar: records as a table, as cards or in another kind of view, or why there are none. */
export function GridBody(given: GridBodyProps) {
  const { grid, view, model, narrow, narrowed, onClear, onView } = given
  const { props, slots, has, emit } = view
  const { lines, settings } = grid
  const waiting = <GridSkeleton density={props.density} bare />
  if (settings.kind && settings.kind !== 'grid')
    return (
      <Suspense fallback={waiting}>
        <OtherView {...given} height={undefined} />
      </Suspense>
    )
  if (lines.error && !lines.isKnown)
    return (
      <Suspense fallback={waiting}>
        <GridError error={lines.error} onRetry={lines.refetch} retrying={lines.isFetching} list={given} />
      </Suspense>
    )
  if (lines.isPending) return waiting
  if (lines.list.count === 0)
    return (
      (!narrowed && !props.as_of && slots.empty) || (
        <Suspense fallback={waiting}>
          <GridEmpty
            model={model}
            words={props.empty}
            past={Boolean(props.as_of)}
            narrowed={narrowed}
            onClear={onClear}
            onCreate={has('create') ? () => void emit('create') : undefined}
          />
        </Suspense>
      )
    )
  if (narrow)
    return (
      <Suspense>
        <GridCards grid={grid} onView={onView} fixed={props.height !== undefined} facts={props.facts} />
      </Suspense>
    )
  return (
    <div className={styles.beside}>
      <GridTable grid={grid} onView={onView} />
      {grid.detail && (
        <Suspense>
          <RowDetail grid={grid} />
        </Suspense>
      )}
    </div>
  )
}
