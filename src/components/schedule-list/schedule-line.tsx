import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { formatDateTime } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { TimeText } from '#ui/time-text.tsx'
import { reasonWords } from '../workflow-run/reason-words.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import { planWords } from './plan-words.ts'
import { ScheduleActions } from './schedule-actions.tsx'
import type { scheduleList } from './schedule-list.definition.ts'
import styles from './schedule-list.module.css'
import type { ScheduleRow } from './use-schedules.ts'

const states: Record<ScheduleRow['status'], { label: string; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'success' },
  failing: { label: 'Failing', tone: 'danger' },
  paused: { label: 'Paused', tone: 'neutral' },
  stopped: { label: 'Stopped', tone: 'danger' },
}

const results: Record<NonNullable<ScheduleRow['last_status']>, string> = {
  running: 'Running now',
  done: 'Last run done',
  failed: 'Last run failed',
  cancelled: 'Last run cancelled',
  expired: 'Last run done',
  undone: 'Last run taken back',
}

export interface ScheduleLineProps {
  row: ScheduleRow
  emit: ViewProps<typeof scheduleList>['emit']
  onChanged: () => void
}

/** One schedule: its plan in words, the next run, how the last one went. */
export function ScheduleLine({ row, emit, onChanged }: ScheduleLineProps) {
  const t = useTranslate()
  const region = useRegion()
  const { label, tone } = states[row.status]
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <strong className={styles.name}>{row.name}</strong>
        <span className={styles.faint}>
          {t(row.kind === 'export' ? 'Export' : 'Import')} · {planWords(row.plan, region.locale, t)} ·{' '}
          {row.zone}
        </span>
        {row.source !== null && (
          <span className={styles.faint}>
            {t('Takes files uploaded as “{{source}}”', { source: row.source })}
          </span>
        )}
      </div>
      <div className={styles.state}>
        <Badge tone={tone}>{t(label)}</Badge>
        {row.next_at !== null && (
          <span className={styles.next}>
            {t('Next run')} <TimeText value={row.next_at} /> · {formatDateTime(row.next_at, region)}
          </span>
        )}
        {row.last_status !== null && row.last_at !== null && (
          <span className={styles.faint}>
            {t(results[row.last_status])} <TimeText value={row.last_at} />
          </span>
        )}
        {row.reasons && <span className={styles.error}>{reasonWords(row, t)}</span>}
      </div>
      <div className={styles.actions}>
        <ScheduleActions row={row} emit={emit} onChanged={onChanged} />
      </div>
    </li>
  )
}
