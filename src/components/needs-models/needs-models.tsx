import { useEffect } from 'react'
import { spoken } from '#contracts/language.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { needsModels } from './needs-models.definition.ts'

/** What is inside, once the workspace has the models; until then a button for who may take them in. */
export function NeedsModels({
  props: { models, icon, title, text },
  slots,
  emit,
  expose,
}: ViewProps<typeof needsModels>) {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshEverything()
  const answer = useAnswer(['standard-models'], () => api.call('GET /api/standard-models'), {
    freshFor: 60_000,
  })
  const language = useLanguage()
  const { busy, act } = useAct(() => void refresh())
  const { data } = answer
  const missing = models.filter((key) => data?.rows.every((row) => row.key !== key || !row.present))
  const present = data !== undefined && missing.length === 0
  useEffect(() => expose('present', present), [expose, present])
  useEffect(() => expose('may_create', data?.may_create ?? {}), [expose, data])
  if (answer.error && !data)
    return (
      <ErrorState
        title={t('This screen could not be read')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.message)}
      </ErrorState>
    )
  if (!data) return <Skeleton lines={6} />
  if (present) return slots.content
  const add = async (): Promise<void> => {
    await api.call('POST /api/standard-models', { body: { keys: missing, language: spoken(language) } })
    emit('added')
  }
  return (
    <EmptyState
      icon={icon ?? 'package'}
      title={title}
      action={
        data.may_add && (
          <Button variant="primary" loading={busy} onClick={() => void act(add)}>
            {t('Set up')}
          </Button>
        )
      }
    >
      {text} {!data.may_add && t('Whoever manages models in your workspace can set this up.')}
    </EmptyState>
  )
}
