import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { Icon } from '#ui/icon.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { useTranslate } from '#ui/translate.ts'
import { NotificationBell } from './notification-bell-door.tsx'
import styles from './top-bar.module.css'
import { useTrail } from './use-trail.ts'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

/** Where this page is, and the way to everything else. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  const t = useTranslate()
  const trail = useTrail()
  return (
    <header className={styles.bar}>
      <div className={styles.workspace}>
        <WorkspaceSwitcher />
      </div>
      <div className={styles.trail}>
        <Breadcrumbs items={trail} />
      </div>
      <button
        type="button"
        className={styles.search}
        onClick={onSearch}
        aria-label={t('Search')}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon name="search" />
        <span className={styles.words}>{t('Search')}</span>
        <span className={styles.keys}>
          <Kbd keys="Ctrl+K" />
        </span>
      </button>
      <NotificationBell />
    </header>
  )
}
