import { lazy, Suspense, useMemo, useState } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import { useDescriptions } from '#engine/data/use-descriptions.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useTranslate, type Translate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import { gridColumns, modelsBehind } from './grid-columns.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { useSavedViews } from './use-saved-views.ts'
import { LoadedGrid } from './loaded-grid.tsx'

const GridError = lazy(() => import('./grid-states.tsx').then((module) => ({ default: module.GridError })))

/** Records as a table. The model is asked first: it says which columns this reader has. */
export function DataGrid(given: ViewProps<typeof dataGrid>) {
  const t = useTranslate()
  const view = useMemo(() => (given.props.as_of ? ofThePast(given, t) : given), [given, t])
  const { props, pending } = view
  const model = useModel(props.model)
  const data = useMemo(
    () => (props.as_of && model.data ? lookedAt(model.data) : model.data),
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
  return <LoadedGrid view={view} model={data} columns={columns} saved={saved} />
}

const noKeys: readonly string[] = []

// What was is looked at, not worked on.
function ofThePast(view: ViewProps<typeof dataGrid>, t: Translate): ViewProps<typeof dataGrid> {
  const { row_actions: _acts, ...props } = view.props
  const empty = {
    icon: 'history',
    title: t('Nothing was here then'),
    text: t('Choose a later moment, or go back to now.'),
  }
  return { ...view, props: { ...props, empty, editable: false, selectable: false } }
}

const lookedAt = (model: ModelDescription): ModelDescription => ({
  ...model,
  can: { ...model.can, create: false, update: false, delete: false },
})
