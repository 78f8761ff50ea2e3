import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { readStored } from '../schema-designer/schema-source.ts'
import type { ViewProps } from '../view-props.ts'
import type { fieldOrder } from './field-order.definition.ts'
import { OrderEditor } from './order-editor.tsx'

/** In which order lists, records and forms show the fields of a model, and which of them. */
export function FieldOrder({ props: { model_id: id }, emit, expose }: ViewProps<typeof fieldOrder>) {
  const t = useTranslate()
  const api = useApi()
  const stored = useAnswer(['schema', 'model', id], () => readStored(api, 'model', id ?? ''), {
    enabled: Boolean(id),
  })
  if (!id) return <EmptyState compact icon="list" title={t('Choose a model')} />
  if (stored.error && !stored.data) {
    return (
      <ErrorState
        compact
        icon={stored.error.status === 403 ? 'lock' : 'alert'}
        title={t('The fields could not be read')}
        onRetry={stored.refetch}
        requestId={stored.error.requestId ?? undefined}
      >
        {t(stored.error.message)}
      </ErrorState>
    )
  }
  if (stored.data === undefined) return <Skeleton lines={8} />
  if (stored.data?.kind !== 'model') {
    return (
      <ErrorState compact icon="search" title={t('This is not here')}>
        {t('It was deleted, or you may not see it.')}
      </ErrorState>
    )
  }
  return (
    <OrderEditor
      key={id}
      model={stored.data.model}
      onSaved={() => (stored.refetch(), void emit('saved'))}
      onDirty={(dirty) => expose('dirty', dirty)}
    />
  )
}
