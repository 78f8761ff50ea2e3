import { useAnswer } from '#engine/data/use-answer.ts'
import { useNotificationNews } from '#engine/data/use-notification-news.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './notification-bell.module.css'

/** Milliseconds between looks while the page is in view: where word of news comes by itself, and where it does not. */
const every = { told: 300_000, untold: 30_000 }

/** The way to what a person was told, with how much of it is unread. */
export function NotificationBell() {
  const t = useTranslate()
  const api = useApi()
  const isTold = useNotificationNews()
  const { data } = useAnswer(
    ['notifications', 'count'],
    async () => (await api.call('GET /api/notifications', { search: { unread: 'true', size: 1 } })).unread,
    { freshFor: 0, every: isTold ? every.told : every.untold },
  )
  const unread = data ?? 0
  const label = unread > 0 ? t('Notifications, {{count}} unread', { count: unread }) : t('Notifications')
  return (
    <Link href="/notifications" className={styles.bell} aria-label={label} {...tooltip(label)}>
      <Icon name="bell" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
