import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { scheduleList } from './schedule-list.definition.ts'
import styles from './schedule-list.module.css'
import { ScheduleLine } from './schedule-line.tsx'
import { useSchedules } from './use-schedules.ts'

/** What is exported and imported again and again: when next, how it went, and what can be done about it. */
export function ScheduleList({ emit }: ViewProps<typeof scheduleList>) {
  const t = useTranslate()
  const answer = useSchedules()
  if (answer.error && !answer.data) {
    return (
      <ErrorState
        compact
        title={t('The list could not be read')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.message)}
      </ErrorState>
    )
  }
  if (!answer.data) return <Skeleton lines={6} />
  const create = (kind: 'export' | 'import'): void =>
    void emit('create', { kind, zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
  return (
    <div className={styles.frame}>
      <div className={styles.new}>
        <Button icon="download" onClick={() => create('export')}>
          {t('New scheduled export')}
        </Button>
        <Button icon="upload" onClick={() => create('import')}>
          {t('New scheduled import')}
        </Button>
      </div>
      {answer.data.length === 0 ? (
        <EmptyState icon="clock" title={t('No schedules yet')}>
          {t('A schedule makes an export, or takes in a file that a program uploaded, at the times you say.')}
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label={t('Schedules')}>
          {answer.data.map((row) => (
            <ScheduleLine key={row.id} row={row} emit={emit} onChanged={answer.refetch} />
          ))}
        </ul>
      )}
    </div>
  )
}
