import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import styles from './state.module.css'
import { useTranslate } from './translate.ts'

interface EmptyStateProps {
  icon: string
  title: string
  /** What this place is for. */
  children?: ReactNode
  /** The one thing to do, a Button. */
  action?: ReactNode
  learn?: { href: string; label?: string }
  /** For a panel or a drawer: less air. */
  compact?: boolean
  className?: string
}

/** A place with nothing in it yet: what it is for, one action, one link to learn. */
export function EmptyState({ icon, title, children, action, learn, compact, className }: EmptyStateProps) {
  const t = useTranslate()
  return (
    <div className={classes(styles.state, compact && styles.compact, className)}>
      <span className={styles.sign}>
        <Icon name={icon} size={20} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {(action || learn) && (
        <div className={styles.actions}>
          {action}
          {learn && <Link href={learn.href}>{learn.label ?? t('Learn how this works')}</Link>}
        </div>
      )}
    </div>
  )
}
