import { useEffect, useMemo, useRef } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { fillUrl } from '../props/safe-url.definition.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import type { GridColumn } from './grid-columns.ts'
import type { GridFrame } from './grid-context.ts'
import type { GridLayout } from './grid-layout.ts'
import type { GridSettings } from './use-grid-settings.ts'

const heights = { compact: 32, roomy: 40, tall: 72 }
/** What a finger hits. */
const touchHeight = 44

interface FrameInput {
  view: ViewProps<typeof dataGrid>
  model: ModelDescription
  columns: readonly GridColumn[]
  layout: GridLayout
  settings: GridSettings
  coarse: boolean
  narrow: boolean
  tree: boolean
  /** Whether rows stand in the order in which they can be moved. */
  inOrder: boolean
}

/** What the lines are drawn with: the same object until the arrangement changes, so that lines are not drawn again. */
export function useGridFrame({
  view,
  model,
  columns,
  layout,
  settings,
  coarse,
  narrow,
  tree,
  inOrder,
}: FrameInput): GridFrame {
  const { id, props, has } = view
  const region = useRegion()
  const t = useTranslate()
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  })
  const density = settings.density ?? props.density
  const opens = has('row-opened')
  const {
    label,
    indent = null,
    row_to: rowTo,
    row_actions: rowActions,
    selectable,
    move,
    as_of: past,
  } = props
  const adds = inOrder && has('rows-pasted')
  const moves = inOrder && !narrow && move !== undefined && has('rows-moved')
  return useMemo<GridFrame>(
    () => ({
      id: `grid-${id.replaceAll(/[^\w-]/g, '-')}`,
      label: label ?? model.label,
      model,
      columns: layout.columns,
      layout,
      titleKey:
        layout.columns.find(({ key }) => key === model.title_field)?.key ?? layout.columns[0]?.key ?? null,
      rowHeight: coarse ? Math.max(touchHeight, heights[density]) : heights[density],
      coarse,
      selectable: selectable && !narrow,
      editable: columns.some((column) => column.editable),
      canOpen: rowTo !== undefined || opens,
      tree,
      indent,
      // Where a row leads there is what it is now.
      hrefOf: (row) => (rowTo && !past ? fillUrl(rowTo, row) : undefined),
      rowActions: rowActions ?? noActions,
      movable: moves,
      takesRows: (row) =>
        move?.into !== undefined && Object.entries(move.into).every(([key, value]) => row[key] === value),
      moveRows: (ids, to) => void latest.current.emit('rows-moved', { ids, ...to }),
      addRows: adds ? (rows, below) => void latest.current.emit('rows-pasted', { rows, below }) : null,
      act: (key, row) => void latest.current.emit('row-action', { key, id: row['id'], row }),
      region,
      t,
    }),
    [
      id,
      label,
      model,
      layout,
      coarse,
      density,
      selectable,
      narrow,
      columns,
      rowTo,
      past,
      opens,
      tree,
      indent,
      rowActions,
      moves,
      adds,
      move,
      region,
      t,
    ],
  )
}

const noActions: never[] = []
