import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { useSession } from '../session/session-context.ts'
import styles from './notification-bell.module.css'

/** The way to what a person was told, with how much of it is unread; news of it come by `LiveChanges`. */
export function NotificationBell() {
  const t = useTranslate()
  const api = useApi()
  const isCustomer = useSession(
    ({ tenant }) => tenant.status === 'selected' && tenant.tenant.role === 'customer',
  )
  const { data } = useAnswer(
    ['notifications', 'count'],
    async () => (await api.call('GET /api/notifications', { search: { unread: 'true', size: 1 } })).unread,
    { freshFor: 0 },
  )
  const unread = data ?? 0
  const label = unread > 0 ? t('Notifications, {{count}} unread', { count: unread }) : t('Notifications')
  return (
    <Link
      href={isCustomer ? '/customer/notifications' : '/notifications'}
      className={styles.bell}
      aria-label={label}
      {...tooltip(label)}
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
