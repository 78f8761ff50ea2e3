import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './state.module.css'
import { useTranslate } from './translate.ts'

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
      {requestId && <RequestId id={requestId} />}
    </div>
  )
}

/** The id of a failed request, with a button that copies it. */
export function RequestId({ id }: { id: string }) {
  const t = useTranslate()
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const copy = (): void => {
    navigator.clipboard.writeText(id).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    )
  }
  return (
    <div className={styles.request}>
      <span>{t('Request')}</span>
      <code className={styles.id}>{id}</code>
      <IconButton
        icon={copied === 'yes' ? 'check' : 'copy'}
        size="compact"
        label={t('Copy request id')}
        onClick={copy}
      />
      <output>
        {copied === 'yes' && t('Copied')}
        {copied === 'refused' && t('Select the id to copy it')}
      </output>
    </div>
  )
}
