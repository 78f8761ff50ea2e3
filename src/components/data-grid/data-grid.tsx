import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import { useDescriptions } from '#engine/data/use-descriptions.ts'
import { useModel } from '#engine/data/use-model.ts'
import { asItWas } from '../field/past-of.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import styles from './data-grid.module.css'
import { gridColumns, modelsBehind } from './grid-columns.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { useSavedViews } from './use-saved-views.ts'
import { LoadedGrid } from './loaded-grid.tsx'

const PastBar = lazy(() => import('../as-of/past-bar.tsx').then((module) => ({ default: module.PastBar })))

const GridError = lazy(() => import('./grid-states.tsx').then((module) => ({ default: module.GridError })))

/** Records as a table. The model is asked first: it says which columns this reader has. */
export function DataGrid(given: ViewProps<typeof dataGrid>) {
  const past = useOwnPast(given)
  const at = given.props.as_of ?? past.at
  const view = useMemo(() => (at ? ofThePast(given, at) : given), [given, at])
  const { props, pending } = view
  const model = useModel(props.model)
  const data = useMemo(
    () => (props.as_of && model.data ? lookedAt(model.data, props.as_of) : model.data),
    [props.as_of, model.data],
  )
  // Asked beside the model, so that a list begins with the reader's view at once.
  const saved = useSavedViews(props.views ? (props.remember ?? props.model) : null, props.model)
  const [behind, setBehind] = useState<readonly string[]>(noKeys)
  const others = useDescriptions(behind)
  const wanted = data ? modelsBehind(data, props.columns, others.models) : noKeys
  if (wanted.join(' ') !== behind.join(' ')) setBehind(wanted)
  const columns = useMemo(
    () => (data ? gridColumns(data, props.columns, props.editable, others.models) : null),
    [data, props.columns, props.editable, others.models],
  )
  if (model.error && !data) {
    return (
      <Suspense fallback={<GridSkeleton density={props.density} height={props.height} />}>
        <GridError
          error={model.error}
          onRetry={model.refetch}
          retrying={model.isFetching}
          height={props.height}
        />
      </Suspense>
    )
  }
  if (!data || !columns || pending || others.isPending || !saved.isKnown)
    return <GridSkeleton density={props.density} height={props.height} />
  return (
    <LoadedGrid
      // Another model is another list: words, conditions and the cursor are of this one.
      key={data.key}
      view={view}
      model={data}
      columns={columns}
      saved={saved}
      // What the system keeps in tables of its own has no past.
      look={past.offered && data.id !== null ? past.look : null}
      past={past.bar}
    />
  )
}

/**
 * A list that stands alone and whose layout does not bind the past offers it itself: so lists that were made before there
 * was a past to look at have it too.
 */
function useOwnPast({
  props: { toolbar, search_box: standsAlone, as_of: bound },
}: ViewProps<typeof dataGrid>) {
  const offered = toolbar && standsAlone && bound === undefined
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState<string | null>(null)
  const look = useCallback(() => setOpen(true), [])
  const bar = offered && open && (
    <div className={styles.past}>
      <Suspense>
        <PastBar at={at} onChange={setAt} onClose={() => setOpen(false)} />
      </Suspense>
    </div>
  )
  return { offered, at: offered && open ? at : null, look, bar }
}

const noKeys: readonly string[] = []

// What was is looked at, not worked on.
function ofThePast(view: ViewProps<typeof dataGrid>, at: string): ViewProps<typeof dataGrid> {
  const { row_actions: _acts, ...props } = view.props
  return { ...view, props: { ...props, as_of: at, editable: false, selectable: false } }
}

const lookedAt = (model: ModelDescription, at: string): ModelDescription => ({
  ...asItWas(model, at),
  can: { ...model.can, create: false, update: false, delete: false },
})
