import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './notice.module.css'
import { useTranslate } from './translate.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

interface NoticeProps {
  tone?: Tone
  icon?: string
  title?: string
  children?: ReactNode
  /** One or two small buttons at the right. */
  actions?: ReactNode
  onDismiss?: () => void
  /** `banner` runs along the top of the page from edge to edge: offline, an older copy, acting for someone. */
  look?: 'inline' | 'banner'
  className?: string
}

const icons: Record<Tone, string> = {
  neutral: 'info',
  info: 'info',
  success: 'success',
  warning: 'alert',
  danger: 'error',
}

/** Says something that stays until it is no longer true. Read out when it appears; at once only for danger. */
export function Notice(props: NoticeProps) {
  const { tone = 'info', icon, title, children, actions, onDismiss, look = 'inline', className } = props
  const t = useTranslate()
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classes(styles[look], styles[tone], className)}
    >
      <Icon name={icon ?? icons[tone]} className={styles.icon} />
      <div className={styles.text}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {onDismiss && (
        <IconButton
          icon="x"
          size="compact"
          label={t('Dismiss')}
          className={styles.dismiss}
          onClick={onDismiss}
        />
      )}
    </div>
  )
}
