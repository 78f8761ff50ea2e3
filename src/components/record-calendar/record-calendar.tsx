import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { dayFields } from '../list-source/list-source.ts'
import { NarrowedBy } from '../list-source/narrowed-by.tsx'
import { useListSource } from '../list-source/use-list-source.ts'
import type { ViewProps } from '../view-props.ts'
import { MonthBoard } from './month-board.tsx'
import type { recordCalendar } from './record-calendar.definition.ts'

/** Records on the days of a month. */
export function RecordCalendar(view: ViewProps<typeof recordCalendar>) {
  const t = useTranslate()
  const { props, emit, pending } = view
  const { source, model, narrowing } = useListSource(view)
  if (model.error && !model.data)
    return <ErrorState compact title={t('This calendar could not be read')} onRetry={model.refetch} />
  if (!source || pending) return <Skeleton height={props.height ?? 480} />
  const offered = dayFields(source.model)
  const by = offered.find(({ key }) => key === props.by) ?? (props.by ? undefined : offered[0])
  if (!by) return <ErrorState compact title={t('This calendar has no field for its days')} />
  return (
    <>
      <NarrowedBy model={source.model} narrowing={narrowing} />
      <MonthBoard
        source={source}
        by={by}
        until={offered.find(({ key }) => key === props.until)}
        first={props.month}
        label={props.label ?? source.model.label}
        height={props.height}
        onMoved={(id, value) => void emit('moved', { id, field: by.key, value })}
      />
    </>
  )
}
