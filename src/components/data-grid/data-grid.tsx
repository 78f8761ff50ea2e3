import { useMemo } from 'react'
import { useModel } from '#engine/data/use-model.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import { gridColumns } from './grid-columns.ts'
import { GridError, GridSkeleton } from './grid-states.tsx'
import { LoadedGrid } from './loaded-grid.tsx'

/** Records as a table. The model is asked first: it says which columns this reader has. */
export function DataGrid(view: ViewProps<typeof dataGrid>) {
  const { props, pending } = view
  const model = useModel(props.model)
  const columns = useMemo(
    () => (model.data ? gridColumns(model.data, props.columns, props.editable) : null),
    [model.data, props.columns, props.editable],
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
  if (!model.data || !columns || pending)
    return <GridSkeleton density={props.density} height={props.height} />
  return <LoadedGrid view={view} model={model.data} columns={columns} />
}
