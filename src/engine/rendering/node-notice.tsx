import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import styles from './node-notice.module.css'

interface NodeNoticeProps {
  /** What happened, in words. */
  title: string
  /** Which node: its component and id. */
  where: string
  children?: ReactNode
}

/** Stands where one part of a screen could not be drawn, and says which and why. Everything around it goes on. */
export function NodeNotice({ title, where, children }: NodeNoticeProps) {
  return (
    <span role="alert" className={styles.notice}>
      <span className={styles.title}>
        <Icon name="alert" />
        {title}
      </span>
      {children}
      <code className={styles.where}>{where}</code>
    </span>
  )
}
