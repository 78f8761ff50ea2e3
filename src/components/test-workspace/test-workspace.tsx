import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import { DemoData } from './demo-data.tsx'
import { JoinTestWorkspace } from './join-test-workspace.tsx'
import type { testWorkspace } from './test-workspace.definition.ts'

/** What helps to try the product out. In production it only says that it is not there. */
export function TestWorkspace({ props: { show } }: ViewProps<typeof testWorkspace>) {
  const t = useTranslate()
  const api = useApi()
  const meta = useAnswer(['meta'], () => api.call('GET /api/_meta'))
  if (meta.error && !meta.data)
    return <ErrorState compact title={t('The server could not be asked')} onRetry={meta.refetch} />
  if (!meta.data) return <Skeleton lines={3} />
  if (!meta.data.features.development)
    return <Notice>{t('This exists only on servers that are being developed, not here.')}</Notice>
  return show === 'join' ? <JoinTestWorkspace /> : <DemoData />
}
