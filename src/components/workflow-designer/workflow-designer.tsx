import { useMemo } from 'react'
import type { WorkflowParts, WorkflowState } from '#contracts/api/workflows.ts'
import type { Member } from '#contracts/member.ts'
import { listOf } from '#engine/data/list-of.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels, useRoles } from '../design/use-models.ts'
import type { ViewProps } from '../view-props.ts'
import { WorkflowEditor } from './workflow-editor.tsx'
import type { workflowDesigner } from './workflow-designer.definition.ts'

/** A workflow to be built: what begins it, its steps, and what each of them takes. Saving releases at once. */
export function WorkflowDesigner({ props: { workflow }, emit, expose }: ViewProps<typeof workflowDesigner>) {
  const t = useTranslate()
  const api = useApi()
  const key = workflow ?? ''
  const stored = useAnswer<WorkflowState>(
    ['workflow', key],
    () => api.call('GET /api/workflows/{key}', { params: { key } }),
    { enabled: key !== '' },
  )
  const parts = useAnswer<WorkflowParts>(['workflow-parts'], () => api.call('GET /api/workflow-parts'), {
    freshFor: 600_000,
  })
  const people = useAnswer(['members'], async () => listOf<Member>(await api.call('GET /api/members')))
  const models = useModels()
  const roles = useRoles()
  const chosen = useMemo(
    () => ({
      models: models.data ?? [],
      roles: (roles.data ?? []).filter((role) => role.key !== 'public'),
      members: people.data ?? [],
    }),
    [models.data, roles.data, people.data],
  )
  if (key === '') return <EmptyState compact icon="workflow" title={t('Choose a workflow')} />
  const failed = [stored, parts, models].filter((one) => one.error && !one.data)
  const error = failed[0]?.error
  if (error) {
    return (
      <ErrorState
        compact
        icon={error.status === 403 ? 'lock' : error.status === 404 ? 'search' : 'alert'}
        title={t('The workflow could not be read')}
        onRetry={() => failed.forEach((one) => one.refetch())}
        requestId={error.requestId ?? undefined}
      >
        {t(error.status === 404 ? 'It was deleted, or you may not see it.' : error.message)}
      </ErrorState>
    )
  }
  if (!stored.data || !parts.data || !models.data || (!people.data && !people.error))
    return <Skeleton lines={8} />
  return (
    <WorkflowEditor
      key={key}
      stored={stored.data}
      parts={parts.data}
      {...chosen}
      onSaved={() => (stored.refetch(), void emit('saved'))}
      onSigned={stored.refetch}
      onDirty={(dirty) => expose('dirty', dirty)}
    />
  )
}
