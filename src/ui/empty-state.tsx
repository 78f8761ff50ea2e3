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
  /** 1 where it is the whole page. */
  level?: 1 | 2
}

/** A place with nothing in it yet: what it is for, one action, one link to learn. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  learn,
  compact,
  className,
  level = 2,
}: EmptyStateProps) {
  const t = useTranslate()
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classes(styles.state, compact && styles.compact, className)}>
      <span className={styles.sign}>
        <Icon name={icon} size={20} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
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
