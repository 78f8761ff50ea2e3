import { lazy, Suspense } from 'react'
import styles from './top-bar.module.css'

const Bell = lazy(() =>
  import('./notification-bell.tsx').then((module) => ({ default: module.NotificationBell })),
)

/** The bell, fetched apart; its place is kept until it is there. */
export function NotificationBell() {
  return (
    <span className={styles.bell}>
      <Suspense>
        <Bell />
      </Suspense>
    </span>
  )
}
