import type { MyRecord } from '#contracts/api/mine.ts'
import type { Notification } from '#contracts/api/notifications.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import { safeUrl } from '../props/safe-url.definition.ts'
import { textOf } from '../props/text-of.ts'
import type { ViewProps } from '../view-props.ts'
import type { myRecords } from './my-records.definition.ts'
import styles from './my-records.module.css'

/** Links to what a person worked on lately, or to what is theirs to do. */
export function MyRecords({ props: { label, show, limit } }: ViewProps<typeof myRecords>) {
  const t = useTranslate()
  const api = useApi()
  const answer = useAnswer(
    ['mine', show, limit],
    () => api.call('GET /api/mine', { search: { what: show, size: limit } }),
    { freshFor: 0, every: 60_000, keep: true },
  )
  if (answer.error && !answer.data)
    return (
      <ErrorState
        compact
        title={t('These records could not be read')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.message)}
      </ErrorState>
    )
  if (!answer.data) return <Skeleton lines={Math.min(limit, 5) * 2} />
  const { rows, approvals } = answer.data
  if (rows.length + approvals.length === 0)
    return show === 'recent' ? (
      <EmptyState compact icon="history" title={t('Nothing yet')}>
        {t('Records you make or change stand here.')}
      </EmptyState>
    ) : (
      <EmptyState compact icon="check" title={t('Nothing is assigned to you')}>
        {t('Records that name you, and what you are asked to decide, stand here.')}
      </EmptyState>
    )
  return (
    <ul className={styles.list} aria-label={label}>
      {approvals.map((one) => (
        <ApprovalLine key={one.id} approval={one} />
      ))}
      {rows.map((one) => (
        <RecordLine key={String(one.row['id'])} record={one} />
      ))}
    </ul>
  )
}

function ApprovalLine({ approval: { subject, ours, created_at: at } }: { approval: Notification }) {
  const t = useTranslate()
  return (
    <Line
      to="/notifications"
      icon="check"
      title={ours ? t(subject) : subject}
      note={t('Asks for your decision')}
      at={at}
    />
  )
}

function RecordLine({ record: { model, row, field, at } }: { record: MyRecord }) {
  const t = useTranslate()
  const own = (text: string): string => (model.ours ? t(text) : text)
  return (
    <Line
      to={`/o/${String(row['token'])}`}
      icon={model.icon}
      title={textOf(row[model.title_field ?? '']) || t('Without a name')}
      note={[model.label, ...(field === null ? [] : [field])].map(own).join(' · ')}
      at={at}
    />
  )
}

interface LineProps {
  to: string
  icon: string
  title: string
  note: string
  at: string
}

function Line({ to, icon, title, note, at }: LineProps) {
  return (
    <li>
      <Link href={safeUrl(to) ?? '/'} className={styles.line}>
        <Icon name={icon} className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          <span className={styles.note}>{note}</span>
        </span>
        <TimeText value={at} className={styles.at} />
      </Link>
    </li>
  )
}
