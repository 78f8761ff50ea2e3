import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { sortingFields } from '../list-source/list-source.ts'
import { NarrowedBy } from '../list-source/narrowed-by.tsx'
import { useListSource } from '../list-source/use-list-source.ts'
import type { ViewProps } from '../view-props.ts'
import type { kanban } from './kanban.definition.ts'
import { KanbanBoard } from './kanban-board.tsx'

/** Records as cards in columns. */
export function Kanban(view: ViewProps<typeof kanban>) {
  const t = useTranslate()
  const { props, emit, pending } = view
  const { source, model, narrowing } = useListSource(view)
  if (model.error && !model.data)
    return <ErrorState compact title={t('This board could not be read')} onRetry={model.refetch} />
  if (!source || pending) return <Skeleton height={props.height ?? 320} />
  const offered = sortingFields(source.model)
  const by = offered.find(({ key }) => key === props.by) ?? (props.by ? undefined : offered[0])
  if (!by) return <ErrorState compact title={t('This board has no field for its columns')} />
  return (
    <>
      <NarrowedBy model={source.model} narrowing={narrowing} />
      <KanbanBoard
        source={source}
        by={by}
        label={props.label ?? source.model.label}
        height={props.height}
        onMoved={(id, value) => void emit('moved', { id, field: by.key, value })}
      />
    </>
  )
}
