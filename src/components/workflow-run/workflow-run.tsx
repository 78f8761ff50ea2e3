import type { RunStatus, WorkflowRunDetail } from '#contracts/api/workflows.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import { reasonWords } from './reason-words.ts'
import { RunApproval } from './run-approval.tsx'
import { RunMessages } from './run-messages.tsx'
import { StepLog } from './step-log.tsx'
import type { workflowRun } from './workflow-run.definition.ts'
import styles from './workflow-run.module.css'

const states: Record<RunStatus, { label: string; tone: BadgeTone }> = {
  running: { label: 'Running', tone: 'info' },
  waiting: { label: 'Waiting', tone: 'info' },
  approval: { label: 'Waits for a decision', tone: 'warning' },
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  stopped: { label: 'Stopped', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}
const isOver = (status: RunStatus): boolean => ['done', 'failed', 'stopped', 'cancelled'].includes(status)

/** Nothing of it moves by itself any more: its mails, too, have left or were given up. */
const isSettled = ({ status, messages }: WorkflowRunDetail): boolean =>
  isOver(status) && messages.every((message) => message.status !== 'waiting')

/** A run as it stands, asked again while it goes on. */
export function WorkflowRun({ props: { workflow, run }, emit }: ViewProps<typeof workflowRun>) {
  const t = useTranslate()
  const api = useApi()
  const params = { key: workflow ?? '', id: run ?? '' }
  const answer = useAnswer(
    ['workflow-run', workflow, run],
    () => api.call('GET /api/workflows/{key}/runs/{id}', { params }),
    {
      enabled: workflow !== null && run !== null,
      freshFor: 0,
      every: (known) => (known && isSettled(known as WorkflowRunDetail) ? false : 2_000),
    },
  )
  const { busy, act } = useAct(answer.refetch)
  if (workflow === null || run === null) return <EmptyState compact icon="list" title={t('Choose a run')} />
  if (answer.error && !answer.data) {
    return (
      <ErrorState
        compact
        icon={answer.error.status === 403 ? 'lock' : 'search'}
        title={t('The run could not be read')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.status === 404 ? 'It was deleted, or you may not see it.' : answer.error.message)}
      </ErrorState>
    )
  }
  const { data } = answer
  if (!data) return <Skeleton lines={8} />
  const state = states[data.status]
  const again = async (): Promise<void> => {
    const made = await api.call('POST /api/workflows/{key}/runs/{id}/replay', { params })
    await emit('replayed', { id: made.id })
  }
  return (
    <div className={styles.run}>
      <div className={styles.head}>
        <Badge tone={state.tone}>{t(state.label)}</Badge>
        <span className={styles.facts}>
          {t('Begun')} <TimeText value={data.created_at} />
          {data.next_at !== null && (
            <>
              {' · '}
              {t('goes on')} <TimeText value={data.next_at} />
            </>
          )}
          {data.depth > 0 && <> · {t('begun by another run')}</>}
        </span>
        <div className={styles.actions}>
          {(data.status === 'failed' || (data.status === 'waiting' && data.attempts > 0)) && (
            <Button
              variant="primary"
              icon="redo"
              loading={busy}
              onClick={() =>
                void act(() => api.call('POST /api/workflows/{key}/runs/{id}/retry', { params }))
              }
            >
              {t('Try again')}
            </Button>
          )}
          {isOver(data.status) && (
            <Button icon="play" loading={busy} onClick={() => void act(again)}>
              {t('Run again from the beginning')}
            </Button>
          )}
          {!isOver(data.status) && (
            <Button
              icon="ban"
              loading={busy}
              onClick={() =>
                void act(() => api.call('POST /api/workflows/{key}/runs/{id}/cancel', { params }))
              }
            >
              {t('End the run')}
            </Button>
          )}
        </div>
      </div>
      {data.error !== null && (
        <Notice tone={data.status === 'waiting' ? 'warning' : 'danger'} title={t('What went wrong')}>
          {reasonWords(data, t)}
        </Notice>
      )}
      {data.approval && <RunApproval approval={data.approval} params={params} onAsked={answer.refetch} />}
      {data.messages.length > 0 && (
        <RunMessages messages={data.messages} params={params} onSent={answer.refetch} />
      )}
      {data.log.length === 0 ? (
        <EmptyState compact icon="list" title={t('No step was taken yet')} />
      ) : (
        <StepLog steps={data.log} />
      )}
    </div>
  )
}
