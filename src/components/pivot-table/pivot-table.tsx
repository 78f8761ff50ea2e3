import { useMemo } from 'react'
import { useModel } from '#engine/data/use-model.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { pivotTable } from './pivot-table.definition.ts'
import { PivotSheet } from './pivot-sheet.tsx'

/** Records counted or added up by two fields. */
export function PivotTable({ props, pending }: ViewProps<typeof pivotTable>) {
  const t = useTranslate()
  const model = useModel(props.model)
  const { where, filters, search } = props
  const source = useMemo(
    () => (model.data ? { model: model.data, where: [where, filters], search: search ?? '' } : null),
    [model.data, where, filters, search],
  )
  if (model.error && !model.data)
    return <ErrorState compact title={t('This table could not be read')} onRetry={model.refetch} />
  if (!source || pending) return <Skeleton height={props.height ?? 240} />
  return (
    <PivotSheet
      source={source}
      rows={props.rows}
      by={props.by}
      measure={props.measure}
      fn={props.fn}
      label={props.label ?? source.model.label}
      height={props.height}
    />
  )
}
