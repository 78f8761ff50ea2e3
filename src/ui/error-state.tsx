import { lazy, Suspense, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './state.module.css'
import { useTranslate } from './translate.ts'

// Only what a server answered has an id, and then it can be fetched.
const RequestId = lazy(async () => ({ default: (await import('./request-id.tsx')).RequestId }))

interface ErrorStateProps {
  /** What happened: "This list could not be read." */
  title: string
  /** What is safe, and what to do: "Nothing was changed. Check your connection." */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Another way out, a Button. */
  action?: ReactNode
  requestId?: string
  icon?: string
  compact?: boolean
  className?: string
}

/** A place that could not be shown: what happened, what is safe, what to do, and the id to tell support. */
export function ErrorState(props: ErrorStateProps) {
  const { title, children, onRetry, retrying, action, requestId, icon = 'alert', compact, className } = props
  const t = useTranslate()
  return (
    <div role="alert" className={classes(styles.state, compact && styles.compact, className)}>
      <span className={classes(styles.sign, styles.wrong)}>
        <Icon name={icon} size={20} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {(onRetry || action) && (
        <div className={styles.actions}>
          {onRetry && (
            <Button onClick={onRetry} loading={retrying}>
              {t('Try again')}
            </Button>
          )}
          {action}
        </div>
      )}
      <Suspense>{requestId && <RequestId id={requestId} />}</Suspense>
    </div>
  )
}
