import { lazy, useEffect, useMemo } from 'react'
import type { Model } from '#contracts/model.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { FullObject, ObjectView } from '#contracts/object.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../design/use-models.ts'
import type { ViewProps } from '../view-props.ts'
import type { record } from './record.definition.ts'

const MissingRecord = lazy(() => import('./missing-record.tsx'))

/** The record a token names, in scope of the content; what the reader may not see is answered like what is not there. */
export function Record({ props: { token }, slot, expose, pending, editing }: ViewProps<typeof record>) {
  const t = useTranslate()
  const api = useApi()
  const found = useAnswer(
    ['object', token, 'full'],
    () => api.call('GET /api/objects/{token}/full', { params: { token: token ?? '' } }),
    {
      enabled: Boolean(token),
    },
  )
  const object = found.data
  const model = useModel(object?.model?.key ?? null)
  const models = useModels()
  const item = useMemo(
    () => (object && model.data ? itemOf(object, model.data, models.data ?? []) : null),
    [object, model.data, models.data],
  )
  useEffect(() => expose('item', item), [expose, item])
  // In the editor there is no token: the content shows around an empty record.
  if (editing && !token) return slot('content', { item: {} })
  if (found.error?.status === 404) return <MissingRecord level={1} record={token} />
  const failed = object ? model : found
  if (failed.error && !failed.data) {
    return (
      <ErrorState
        title={t('The record could not be read')}
        onRetry={failed.refetch}
        requestId={failed.error.requestId ?? undefined}
      >
        {t(failed.error.message)}
      </ErrorState>
    )
  }
  if (!item || pending || (model.isPending && !model.data)) return <Skeleton lines={6} />
  return slot('content', { item })
}

/** What the content reads as `item`. */
function itemOf(object: FullObject, model: ModelDescription, models: readonly Model[]) {
  const named = ({ token, attributes, model: of }: ObjectView) => {
    const schema = models.find(({ id }) => id === of?.id)?.schema
    const key = schema?.title_field ?? schema?.fields?.find(({ type }) => type === 'text')?.key
    return {
      token,
      title: textOf(key === undefined ? null : attributes[key]) ?? of?.label ?? token,
      model_label: of?.label ?? null,
    }
  }
  return {
    id: object.id,
    token: object.token,
    title: textOf(model.title_field === null ? null : object.attributes[model.title_field]),
    model: model.key,
    model_label: model.label,
    archetype: object.effective_archetype_name,
    can_update: model.can.update,
    can_delete: model.can.delete,
    files: model.fields
      .filter(({ type }) => type === 'file' || type === 'image')
      .map(({ key, label, read_only }) => ({ key, label, read_only: read_only || !model.can.update })),
    parents: object.parents.map(named),
    children: object.children.map(named),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
