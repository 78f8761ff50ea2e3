import { useMemo } from 'react'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { record } from './record.definition.ts'

/** The record a token names, in scope of the content; what the reader may not see is answered like what is not there. */
export function Record({ props: { token }, slot, pending, editing }: ViewProps<typeof record>) {
  const t = useTranslate()
  const api = useApi()
  const found = useAnswer(
    ['object', token],
    () => api.call('GET /api/objects/{token}', { params: { token: token ?? '' } }),
    {
      enabled: Boolean(token),
    },
  )
  const object = found.data
  const model = useModel(object?.model?.key ?? null)
  const titleField = model.data?.title_field ?? null
  const item = useMemo(() => {
    if (!object) return null
    const title = titleField === null ? null : object.attributes[titleField]
    return {
      id: object.id,
      token: object.token,
      title: typeof title === 'string' && title !== '' ? title : null,
      model: object.model?.key ?? null,
      model_label: object.model?.label ?? null,
      archetype: object.effective_archetype_name,
    }
  }, [object, titleField])
  // In the editor there is no token: the content shows around an empty record.
  if (editing && !token) return slot('content', { item: {} })
  if (found.error?.status === 404) {
    return (
      <EmptyState icon="search" title={t('This record is not here')}>
        {t('It was deleted, belongs to another workspace, or is not shared with you.')}
      </EmptyState>
    )
  }
  if (found.error && !object) {
    return (
      <ErrorState
        title={t('The record could not be read')}
        onRetry={found.refetch}
        requestId={found.error.requestId ?? undefined}
      >
        {t(found.error.message)}
      </ErrorState>
    )
  }
  if (!item || pending || (model.isPending && !model.data)) return <Skeleton lines={6} />
  return slot('content', { item })
}
