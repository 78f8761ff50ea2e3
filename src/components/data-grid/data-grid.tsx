import { useMemo, useState } from 'react'
import { useDescriptions } from '#engine/data/use-descriptions.ts'
import { useModel } from '#engine/data/use-model.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import { gridColumns, modelsBehind } from './grid-columns.ts'
import { GridError, GridSkeleton } from './grid-states.tsx'
import { useSavedViews } from './use-saved-views.ts'
import { LoadedGrid } from './loaded-grid.tsx'

/** Records as a table. The model is asked first: it says which columns this reader has. */
export function DataGrid(view: ViewProps<typeof dataGrid>) {
  const { props, pending } = view
  const model = useModel(props.model)
  // Asked beside the model, so that a list begins with the reader's view at once.
  const saved = useSavedViews(props.views ? (props.remember ?? props.model) : null, props.model)
  const [behind, setBehind] = useState<readonly string[]>(noKeys)
  const others = useDescriptions(behind)
  const wanted = model.data ? modelsBehind(model.data, props.columns, others.models) : noKeys
  if (wanted.join(' ') !== behind.join(' ')) setBehind(wanted)
  const columns = useMemo(
    () => (model.data ? gridColumns(model.data, props.columns, props.editable, others.models) : null),
    [model.data, props.columns, props.editable, others.models],
  )
  if (model.error && !model.data) {
    return (
      <GridError
        error={model.error}
        onRetry={model.refetch}
        retrying={model.isFetching}
        height={props.height}
      />
    )
  }
  if (!model.data || !columns || pending || others.isPending || !saved.isKnown)
    return <GridSkeleton density={props.density} height={props.height} />
  return <LoadedGrid view={view} model={model.data} columns={columns} saved={saved} />
}

const noKeys: readonly string[] = []
