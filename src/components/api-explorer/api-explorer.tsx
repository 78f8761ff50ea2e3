import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './api-explorer.module.css'
import { CallList } from './call-list.tsx'
import { CallView } from './call-view.tsx'
import { readDocument } from './read-document.ts'

/** The API of this workspace, as far as this person may use it. */
export function ApiExplorer() {
  const t = useTranslate()
  const api = useApi()
  const [search] = useSearchParams()
  const answer = useAnswer(['openapi'], () => api.call('GET /api/workspace/openapi.json'), {
    freshFor: 60_000,
  })
  const description = useMemo(() => (answer.data ? readDocument(answer.data) : null), [answer.data])
  if (answer.error && !description) {
    return (
      <ErrorState
        compact
        title={t('The API could not be described')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.message)}
      </ErrorState>
    )
  }
  if (!description) return <Skeleton lines={12} />
  const calls = description.groups.flatMap((group) => group.calls)
  const wanted = search.get('call')
  const call = calls.find(({ id }) => id === wanted) ?? calls[0] ?? null
  return (
    <div className={styles.explorer}>
      <CallList groups={description.groups} chosen={call?.id ?? null} />
      <div className={styles.main}>
        {wanted === null && <p className={styles.guide}>{t(description.guide)}</p>}
        {call && <CallView key={call.id} call={call} api={description} />}
      </div>
    </div>
  )
}
