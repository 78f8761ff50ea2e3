import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import styles from './breadcrumbs.module.css'
import { useTranslate } from './translate.ts'

export interface Crumb {
  label: string
  /** None for the last one: that is here. */
  href?: string
}

/** Where this is. On a phone only the way back up and the place itself. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('Breadcrumb')} className={styles.crumbs}>
      <ol className={styles.list}>
        {items.map((item, at) => (
          <li key={`${at} ${item.label}`} className={styles.item}>
            {at > 0 && <Icon name="chevron-right" className={styles.arrow} />}
            {item.href && at < items.length - 1 ? (
              <Link href={item.href} className={styles.link}>
                {item.label}
              </Link>
            ) : (
              <span aria-current={at === items.length - 1 ? 'page' : undefined} className={styles.here}>
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
