import type { Notification } from '#contracts/api/notifications.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { notificationList } from './notification-list.definition.ts'
import styles from './notification-list.module.css'
import { NotificationLine } from './notification-line.tsx'

/** What a person was told; opening or deciding one marks it as read. */
export function NotificationList({ props, emit }: ViewProps<typeof notificationList>) {
  const t = useTranslate()
  const api = useApi()
  const { unread: onlyUnread, limit } = props
  const search = { unread: onlyUnread ? 'true' : 'false', size: limit } as const
  // The bell asks anew when there is word of news; this is for where no word comes.
  const answer = useAnswer(
    ['notifications', 'list', onlyUnread, limit],
    () => api.call('GET /api/notifications', { search }),
    { freshFor: 0, every: 30_000, keep: true },
  )
  const { busy, act } = useAct(answer.refetch)
  if (answer.error && !answer.data) {
    return (
      <ErrorState
        compact
        title={t('The notifications could not be read')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.message)}
      </ErrorState>
    )
  }
  if (!answer.data) return <Skeleton lines={6} />
  const { rows, unread } = answer.data
  const read = (ids?: string[]): Promise<void> =>
    act(() => api.call('POST /api/notifications/read', { body: ids ? { ids } : {} }))
  const open = (one: Notification): void => {
    if (one.read_at === null) void read([one.id])
    void emit('opened', { link: one.link })
  }
  if (rows.length === 0)
    return (
      <EmptyState icon="bell" title={onlyUnread ? t('Nothing waits for you') : t('Nothing yet')}>
        {t('What you are told and asked to decide appears here.')}
      </EmptyState>
    )
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <span aria-live="polite">{t('{{count}} unread', { count: unread })}</span>
        {unread > 0 && (
          <Button size="compact" icon="check" loading={busy} onClick={() => void read()}>
            {t('Mark all as read')}
          </Button>
        )}
      </div>
      <ul className={styles.list} aria-label={t('Notifications')}>
        {rows.map((one) => (
          <NotificationLine
            key={one.id}
            notification={one}
            onOpen={() => open(one)}
            onRead={() => void read([one.id])}
            onDecided={answer.refetch}
          />
        ))}
      </ul>
    </div>
  )
}
